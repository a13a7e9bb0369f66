// Runs on any Node, so it uses nothing newer than Node 12.
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    'Node 24 is missing: this is Node ' +
      process.versions.node +
      '. `npm ci` installs Node 24 into node_modules;\n' +
      'it was probably run with --ignore-scripts. Run `npm ci` again without it, or use Node 24 from nodejs.org.',
  );
  process.exit(1);
}
