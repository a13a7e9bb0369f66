import { DropToImport } from '../../features/imports/index.ts';
import { TreeNodeDialog } from '../../features/layer-editor/index.ts';
import { OverdueRings } from '../../features/overdue-rings/index.ts';

/**
 * Parts of the map screen that visitors never need: the dialog of a layer (LIST-13, LIST-14), the import of dropped
 * files, and the rings of overdue cases.
 */
export default function SignedInParts() {
  return (
    <>
      <TreeNodeDialog />
      <DropToImport />
      <OverdueRings />
    </>
  );
}
