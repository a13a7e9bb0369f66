import { addGeom, type BodyOf } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callAsVisitor } from '../api/callAsVisitor.ts';
import { setLayerSwitch } from '../layers/layerSwitches.ts';
import { useObjectChanges } from './changeObjects.ts';

export interface NewReport {
  readonly body: BodyOf<typeof addGeom>;
  /** The server adds a report once, however often it is sent (D-OBJ-05). */
  readonly idempotencyKey: string;
}

/** Sends a report as a visitor, whoever has signed in meanwhile. */
export const sendReport = ({ body, idempotencyKey }: NewReport, signal?: AbortSignal) =>
  callAsVisitor(addGeom, { headers: { 'idempotency-key': idempotencyKey }, body, signal });

/** Adds a visitor's report, whose form stays open to thank them; the map shows it. */
export function useAddReport() {
  const { reload } = useObjectChanges();
  return useMutation({
    mutationFn: (report: NewReport) => sendReport(report),
    onSuccess: (_, { body: { classId } }) => {
      setLayerSwitch(classId, true);
      void reload([classId]);
    },
  });
}
