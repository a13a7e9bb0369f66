import { DropToImport } from '../../features/imports/index.ts';
import { TreeNodeDialog } from '../../features/layer-editor/index.ts';

/**
 * Parts of the map screen that visitors never need: the dialog of a layer (LIST-13, LIST-14), and the import of dropped
 * files.
 */
export default function SignedInParts() {
  return (
    <>
      <TreeNodeDialog />
      <DropToImport />
    </>
  );
}
