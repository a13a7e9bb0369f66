import { type DragEvent, useState } from 'react';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Handlers for files that are dragged over an element and dropped on it. */
export function useDroppedFiles(isEnabled: boolean, onFiles: (files: readonly File[]) => void) {
  /** Nesting depth, because the browser reports entering a child before leaving its parent. */
  const [depth, setDepth] = useState(0);
  const accept = (event: DragEvent): boolean => {
    if (!isEnabled || !holdsFiles(event)) return false;
    event.preventDefault();
    return true;
  };
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => void (accept(event) && setDepth(depth + 1)),
      onDragOver: (event: DragEvent) => void accept(event),
      onDragLeave: (event: DragEvent) => void (accept(event) && setDepth(Math.max(0, depth - 1))),
      onDrop: (event: DragEvent) => {
        if (!accept(event)) return;
        setDepth(0);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
