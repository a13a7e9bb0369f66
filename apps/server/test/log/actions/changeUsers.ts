import sharp from 'sharp';
import { companyBody } from '../../companies/companyBody.ts';
import { formHeaders, toForm } from '../../files/multipart.ts';
import type { LogWorld } from '../LogWorld.ts';

/** Users, groups and units: added, changed, invited, disabled, deleted. */
export async function changeUsers({ own, send, add }: LogWorld): Promise<void> {
  const person = { firstName: 'Jānis', lastName: 'Bērziņš', groupIds: [] };
  const email = `invited@company${own.companyId}.example`;
  const user = await add('user', { ...person, email });
  await send('POST', `user/${user}/invitation`);
  await send('PATCH', `user/${user}`, { phone: '+371 20000000' });
  await send('POST', `user/${user}/status/disabled`);
  await send('POST', `user/${user}/status/enabled`);
  await send('DELETE', `user/${user}`);
  const group = await add('groups', {
    name: 'A group',
    grants: [{ unitId: own.units.forests, level: 'Read' }],
  });
  await send('PUT', `groups/${group}`, { name: 'Renamed', grants: [] });
  await send('DELETE', `groups/${group}`);
  const unit = await add('units', { name: 'A unit', parentId: own.units.root });
  await send('PUT', `units/${unit}`, { name: 'Other name', parentId: own.units.forests });
  await send('DELETE', `units/${unit}`);
}

/** The company’s own data, as its Administrator and at the command line. Gives the id of the company that was added. */
export async function changeCompany({ t, own, headersOf, send, add, pgis }: LogWorld): Promise<number> {
  await send('PUT', `companies/${own.companyId}`, companyBody('Renamed company'));
  await send('PUT', 'routing-rules', { rules: [], version: 0 });
  const template = { name: 'Thanks', layerIds: [], statusId: null, texts: { en: 'Thank you' } };
  const templateId = await add('reply-templates', template);
  await send('PUT', `reply-templates/${templateId}`, { ...template, name: 'Many thanks', version: 1 });
  await send('DELETE', `reply-templates/${templateId}`);
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await t.call({
    method: 'POST',
    url: '/api/v1/profile-files/import-logo',
    headers: { ...headersOf('moduleAdmin'), ...formHeaders },
    payload: toForm([{ field: 'file', fileName: 'logo.png', bytes }]),
  });
  await send('GET', 'log/csv');
  return Number(/company (\d+)/.exec(await pgis('company', 'add', 'A new company'))?.[1]);
}
