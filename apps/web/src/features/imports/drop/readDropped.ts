/** Hidden files of operating systems that lie in dropped folders. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db';
const MAX_FILES = 20;

/** Returns the dropped files; of a folder the files directly in it. */
export async function readDropped(data: DataTransfer): Promise<File[]> {
  // The list is emptied as soon as the event has been handled.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const files = entries.length > 0 ? await Promise.all(entries.map(readEntry)) : [[...data.files]];
  return files
    .flat()
    .filter(({ name, size }) => !isHidden(name) && size > 0)
    .slice(0, MAX_FILES);
}

async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await toFile(entry as FileSystemFileEntry)];
  const children = await listFolder((entry as FileSystemDirectoryEntry).createReader());
  return await Promise.all(
    children.filter(({ isFile }) => isFile).map((child) => toFile(child as FileSystemFileEntry)),
  );
}

const toFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives at most a hundred entries at once. */
async function listFolder(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const found: FileSystemEntry[] = [];
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (next.length === 0) return found;
    found.push(...next);
  }
}
