import { extname } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { helpPageStyle } from './helpPageStyle.ts';

/** Beside the text or in a folder beside it; nothing that leads elsewhere. */
const pictureName = /^(?:[\w-]+\/)?[\w-]+\.(webp|png|jpg)$/;
const pictureTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

type ReadPicture = (file: string) => Promise<Buffer>;

/** One self-contained page, to be read, mailed and printed without the product. Pictures become data URIs. */
export async function toHelpPage(markdown: string, readPicture: ReadPicture): Promise<string> {
  const marked = new Marked({
    gfm: true,
    async: true,
    walkTokens: async (token: Token) => {
      if (token.type !== 'image') return;
      const image = token as Tokens.Image;
      image.href = await toDataUri(image.href, readPicture);
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

async function toDataUri(file: string, readPicture: ReadPicture): Promise<string> {
  if (!pictureName.test(file)) throw new Error(`a help file asks for the picture ${file}`);
  const bytes = await readPicture(file);
  return `data:${pictureTypes[extname(file)]};base64,${bytes.toString('base64')}`;
}
