import { type Geom, updateGeom } from '@pgis/contract';
import { callApi } from '../../api/index.ts';

/** Saves another shape for an object as it was read, with everything else as it was there (D-OBJ-05). */
export const saveShape = (read: Geom, wkt: string): Promise<Geom> =>
  callApi(updateGeom, {
    params: { id: read.id },
    headers: { 'if-match': `"${read.version}"` },
    body: {
      name: read.name,
      description: read.description,
      classId: read.classId,
      oldClassId: read.classId, // DATA-05
      wkt,
    },
  });
