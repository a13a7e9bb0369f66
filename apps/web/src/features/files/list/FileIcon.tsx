import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';

const icons = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(docx?|odt|rtf|txt|md)$/i, IconFileText],
  [/\.(xlsx?|ods|csv)$/i, IconTable],
  [/\.(zip|7z|rar|gz|tar)$/i, IconFileZip],
  [/\.(jpe?g|png|webp|gif|avif|heic|tiff?|svg)$/i, IconPhoto],
  [/\.(mp4|mov|avi|mkv|webm)$/i, IconMovie],
] as const;

/** The kind of a file, from the extension of its name. */
export function FileIcon({ name, size }: { readonly name: string; readonly size: number }) {
  const Icon = icons.find(([pattern]) => pattern.test(name))?.[1] ?? IconFile;
  return <Icon size={size} stroke={1.5} aria-hidden="true" />;
}
