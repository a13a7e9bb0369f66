import { extname } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { helpPageStyle } from './helpPageStyle.ts';

/** Images beside the text or in a folder beside it; nothing that leads elsewhere. */
const imageName = /^(?:[\w-]+\/)?[\w-]+\.(webp|png|jpg)$/;
const imageTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

type ReadImage = (file: string) => Promise<Buffer>;

/**
 * Makes one self-contained page, to be read, mailed and printed without the product. Images become data URIs.
 */
export async function toHelpPage(markdown: string, readImage: ReadImage): Promise<string> {
  const marked = new Marked({
    gfm: true,
    async: true,
    walkTokens: async (token: Token) => {
      if (token.type !== 'image') return;
      const image = token as Tokens.Image;
      image.href = await toDataUri(image.href, readImage);
    },
  });
  const body = await marked.parse(markdown);
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]+>/g, '') ?? 'PGIS';
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${helpPageStyle}</style>
</head>
<body>
${body}</body>
</html>
`;
}

async function toDataUri(file: string, readImage: ReadImage): Promise<string> {
  if (!imageName.test(file)) throw new Error(`a help file asks for the picture ${file}`);
  const bytes = await readImage(file);
  return `data:${imageTypes[extname(file)]};base64,${bytes.toString('base64')}`;
}
