import { limits } from '@pgis/contract';

const longestEnding = 20;

/** As long as a name may be; of a longer one the beginning and the ending, which says what kind of file it is. */
export function shortFileName(name: string): string {
  if (name.length <= limits.fileNameLength) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= longestEnding ? name.slice(dot) : '';
  return name.slice(0, limits.fileNameLength - ending.length).toWellFormed() + ending;
}
