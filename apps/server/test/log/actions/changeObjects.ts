import { addComment, addLayer } from '@pgis/testkit';
import sharp from 'sharp';
import { aFile, filesFor, formHeaders } from '../../files/multipart.ts';
import { newAddress } from '../../objects/ObjectWorld.ts';
import { toCookieHeader } from '../../objects/toCookieHeader.ts';
import type { LogWorld } from '../LogWorld.ts';

/** E-mail that must not be in the log. */
export const reporterEmail = 'reporter-canary@example.org';

/** Adds a visitor's report and performs every change of an object on it. */
export async function changeObjects(world: LogWorld): Promise<void> {
  const { database, send, add } = world;
  const open = { groupId: world.roadsGroup, allowPublicRegistration: true, fields: ['state'] };
  const layer = await addLayer(database, { ...open, showAfterReview: true });
  const other = await addLayer(database, open);
  const report = await world.t.call<{ id: number }>({
    method: 'POST',
    url: '/api/v1/geoms/add',
    headers: newAddress(),
    payload: {
      wkt: 'POINT(1 2)',
      name: 'Address',
      description: 'Topic',
      classId: layer,
      userEmail: reporterEmail,
    },
  });
  const { id } = report.json;
  await world.t.call({
    method: 'POST',
    url: '/api/v1/geom-files',
    headers: { ...newAddress(), ...toCookieHeader(report.headers), ...formHeaders },
    payload: filesFor(id, aFile('photo.txt', 'a photo')),
  });
  const cases = await addLayer(database, { ...open, caseLayer: { dueDays: 5, days: 'working' } });
  const addCase = async () =>
    (
      await world.t.call<{ id: number }>({
        method: 'POST',
        url: '/api/v1/geoms/add',
        headers: newAddress(),
        payload: { wkt: 'POINT(5 6)', name: 'Case', description: 'Topic', classId: cases },
      })
    ).json.id;
  const [work, duplicate] = [await addCase(), await addCase()];
  await send('PATCH', 'cases', { ids: [work], priority: 'high' }, 'writer');
  const merged = await send<{ changeId: number }>(
    'POST',
    'cases/merge',
    { keep: { id: work, version: 1 }, merge: [{ id: duplicate, version: 1 }] },
    'writer',
  );
  await send('POST', `changes/${merged.json.changeId}/undo`, undefined, 'writer');
  await world.t.deps.background.idle();
  await send('POST', `geoms/${id}/approve`);
  await send('POST', `geoms/${id}/hide`, { reason: 'A face can be seen' });
  await send('POST', `geoms/${id}/unhide`);
  const change = { name: 'Other address', description: 'Topic', classId: layer };
  await send('PUT', `geoms/${id}`, { ...change, data: '{"state":"bad"}', wkt: 'POINT(3 4)' }, 'writer');
  await send('PUT', `geoms/${id}`, { ...change, classId: other, oldClassId: layer }, 'writer');
  await send('POST', `geoms/${id}/upvote`, undefined, 'reader');
  await send('POST', `geoms/csv/${id}`, { id });
  const history = await world.t.call<{ items: { id: number; action: string }[] }>({
    url: `/api/v1/geoms/${id}/history`,
    headers: world.headersOf('writer'),
  });
  const changed = history.json.items.find(({ action }) => action === 'OBJECT_CHANGED');
  await send('POST', `geoms/${id}/history/${changed?.id}/restore`, undefined, 'writer');
  const status = await addComment(database, { geomId: id, content: 'x', isPublic: false }).then((comment) =>
    database.db
      .selectFrom('comments')
      .select('status_id')
      .where('id', '=', comment)
      .executeTakeFirstOrThrow(),
  );
  const comment = await add(`geoms/${id}/comment`, { content: 'Looked at', statusId: status.status_id });
  await send('DELETE', `geoms/${id}/comment/${comment}`);
  const done = await database.db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', world.own.companyId)
    .where('status_type', '=', 'fixed')
    .executeTakeFirstOrThrow();
  await send('POST', `geoms/${id}/comment`, { content: 'Mended', statusId: done.id, isPublic: true });
  await world.t.call({
    method: 'POST',
    url: `/api/v1/geoms/${id}/reopen`,
    headers: { ...newAddress(), ...toCookieHeader(report.headers) },
    payload: { text: 'Still there' },
  });
  const many = `geoms/class-objects/${layer}`;
  const chosen = async () => (await world.ask<{ objects: object[] }>('GET', `${many}/ids`, 'writer')).json;
  const { objects } = await chosen();
  await send('POST', `${many}/field`, { objects, field: 'state', value: 'good' });
  const commented = await world.ask<{ entryId: number }>('POST', `${many}/comment`, 'writer', {
    payload: { objects: (await chosen()).objects, content: 'All of them', statusId: status.status_id },
  });
  await send('POST', `${many}/bulk-edits/${commented.json.entryId}/undo`, undefined, 'writer');
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const [picture] = await world.attach(id, aFile('a.png', image));
  await send('PATCH', `geom-files/${id}/${picture?.fileId}`, { isHidden: true });
  const [file] = await world.attach(id, aFile('a.txt', 'abc'));
  if (file) await world.remove('moduleAdmin', file);
  await send('DELETE', `geoms/${id}`);
  await send('POST', `geoms/${id}/restore`);

  const [mail] = (await world.t.mails()).filter(({ to }) => to === reporterEmail);
  const link = String(mail?.headers['List-Unsubscribe']).slice(1, -1);
  await world.t.call({ method: 'POST', url: new URL(link).pathname });
}
