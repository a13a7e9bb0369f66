import { type DragEvent, useState } from 'react';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files dragged over a part of the page and dropped on it. */
export function useDroppedFiles(isWanted: boolean, onFiles: (files: readonly File[]) => void) {
  /** Entering a child comes before leaving its parent. */
  const [depth, setDepth] = useState(0);
  const taken = (event: DragEvent): boolean => {
    if (!isWanted || !holdsFiles(event)) return false;
    event.preventDefault();
    return true;
  };
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => void (taken(event) && setDepth(depth + 1)),
      onDragOver: (event: DragEvent) => void taken(event),
      onDragLeave: (event: DragEvent) => void (taken(event) && setDepth(Math.max(0, depth - 1))),
      onDrop: (event: DragEvent) => {
        if (!taken(event)) return;
        setDepth(0);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
