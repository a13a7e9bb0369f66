/** Style that is readable on a screen, on a phone and on paper. */
export const helpPageStyle = `
:root { color-scheme: light dark; }
body {
  max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem;
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
  color: light-dark(#1a242c, #dfe7ec); background: light-dark(#fff, #141b21);
}
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .5rem; padding-top: .6rem; border-top: 1px solid light-dark(#e1e7eb, #36434d); }
li { margin: .3rem 0; }
img { display: block; max-width: 100%; height: auto; margin: 1rem auto; border: 1px solid light-dark(#cdd6dc, #36434d); border-radius: 8px; }
img[title=phone] { max-width: 17rem; }
kbd { padding: 0 .35em; border: 1px solid light-dark(#aebbc4, #4b5964); border-bottom-width: 2px; border-radius: 4px; font: inherit; font-size: .9em; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border: 1px solid light-dark(#cdd6dc, #36434d); text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding: .5rem 1rem; border-left: 4px solid #0b6b91; background: light-dark(#e6f3f8, #1b242c); }
blockquote p { margin: 0; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } h2 { break-after: avoid; } img { break-inside: avoid; max-height: 11cm; width: auto; } }
`;
