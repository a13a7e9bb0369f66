import {
  type Classifier,
  type ClassifierWithChildren,
  type Company,
  type Geom,
  type Language,
  limits,
} from '@pgis/contract';
import { addObject, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { setUpClassifiers } from './setUpClassifiers.ts';

const readers = ['en', 'ru', 'lv'] as const;

describeOnEachDatabase('names in three languages', (getDatabase) => {
  const { getWorld, send, lastAudit } = setUpClassifiers(getDatabase);

  test('D-CLS-15: each reader has the names of their language, else those of the company, everywhere', async () => {
    const { t, headersOf, own } = getWorld();
    const ask = async <T>(language: Language, url: string, more: object = {}) =>
      (
        await t.call<T>({
          url,
          headers: { ...headersOf('moduleAdmin'), 'accept-language': language },
          ...more,
        })
      ).json;
    const save = async (method: 'POST' | 'PUT', body: object) =>
      (await send(method, '/1', body, { as: 'moduleAdmin' })).json;
    const perReader = async <T>(read: (language: Language) => Promise<T>) =>
      Object.fromEntries(
        await Promise.all(readers.map(async (language) => [language, await read(language)])),
      );

    const group = await save('POST', { name: 'Woods', names: { lv: 'Meži', ru: ' Леса ' }, description: '' });
    const layer = await save('POST', {
      id1: group.id,
      name: 'Trees',
      names: { en: 'Trees', lv: 'Koki' },
      description: '',
      allObjectsPublic: true,
    });
    const objectId = await addObject(getDatabase(), { classId: layer.id, name: 'Wortmannstrasse 5' });
    expect(group).toMatchObject({
      name: 'Woods',
      names: { en: 'Woods', lv: 'Meži', ru: 'Леса' },
      companyLanguage: 'en',
    });
    const listed = (language: Language) => async (url: string) => {
      const found = (await ask<ClassifierWithChildren[]>(language, url)).find(({ id }) => id === group.id);
      return [found?.name, found?.childClassifiers[0]?.name].join(' / ');
    };
    const names = { en: 'Woods / Trees', ru: 'Леса / Trees', lv: 'Meži / Koki' };
    expect(await perReader((language) => listed(language)('/api/v1/classifiers/layers'))).toEqual(names);
    expect(
      await perReader(async (language) => {
        const { layerGroupName, layerName } = await ask<Geom>(language, `/api/v1/geoms/${objectId}`);
        return [layerGroupName, layerName].join(' / ');
      }),
    ).toEqual(names);
    expect(
      await perReader(async (language) => {
        const { layers } = await ask<{ layers: { id: number; groupName: string; name: string }[] }>(
          language,
          '/api/v1/reports/dashboard',
        );
        const found = layers.find(({ id }) => id === layer.id);
        return [found?.groupName, found?.name].join(' / ');
      }),
    ).toEqual(names);
    const found = await ask<{ detail: string }[]>('lv', '/api/v1/places?q=Wortmannstrasse&lon=24&lat=57');
    expect(JSON.stringify(found)).toContain('Koki');
    const capabilities = (language: Language) =>
      t.call({
        url: `/api/v1/proxy/wmsLayers/${layer.id}?SERVICE=WMS&REQUEST=GetCapabilities`,
        headers: { 'accept-language': language },
      });
    const inLatvian = await capabilities('lv');
    expect(inLatvian.text).toContain('<Title>Koki</Title>\n<Abstract>Meži</Abstract>');
    expect(inLatvian.headers.vary).toContain('Accept-Language');
    expect((await capabilities('ru')).text).toContain('<Title>Trees</Title>\n<Abstract>Леса</Abstract>');
    const tiles = await t.call<{ name: string }>({
      url: `/api/v1/tiles/${layer.id}`,
      headers: { 'accept-language': 'lv' },
    });
    expect([tiles.json.name, tiles.headers.vary]).toEqual([
      'Koki',
      expect.stringContaining('Accept-Language'),
    ]);

    // A program that knows one name changes the one that it has read; the same again changes nothing.
    const asRead = await ask<Classifier>('lv', `/api/v1/classifiers/single/${layer.id}`);
    const put = async (body: object) =>
      (await send('PUT', '/1', body, { as: 'moduleAdmin', headers: { 'accept-language': 'lv' } })).json;
    expect((await put(asRead)).version).toBe(asRead.version);
    expect(await put({ id: layer.id, name: 'Veci koki' })).toMatchObject({
      name: 'Veci koki',
      names: { en: 'Trees', lv: 'Veci koki' },
    });
    const names2 = { en: 'Old trees', lv: 'Koki' };
    const renamed = await put({ id: layer.id, name: 'Old trees', names: names2 });
    expect(renamed).toMatchObject({ name: 'Koki', names: names2 });
    const view = await send(
      'POST',
      `/1/${layer.id}/duplicate`,
      { ...renamed, id1: group.id },
      {
        as: 'moduleAdmin',
        headers: { 'accept-language': 'lv' },
      },
    );
    expect(view.json.names).toEqual(renamed.names);

    // Another language of the company takes its names from those that are there, and none is lost.
    const url = `/api/v1/companies/${own.companyId}`;
    const company = await ask<Company>('en', url);
    await ask('en', url, { method: 'PUT', payload: { ...company, language: 'lv' } });
    expect(await lastAudit(own.companyId)).toMatchObject({
      action: 'COMPANY_UPDATED',
      details: { old: { language: 'en' }, new: { language: 'lv' } },
    });
    const now = await ask<Classifier>('ru', `/api/v1/classifiers/single/${layer.id}`);
    expect(now).toMatchObject({
      name: 'Koki',
      names: { en: 'Old trees', lv: 'Koki' },
      companyLanguage: 'lv',
    });
    await ask('en', url, { method: 'PUT', payload: { ...company, language: 'en' } });
    expect(await ask<Classifier>('ru', `/api/v1/classifiers/single/${layer.id}`)).toMatchObject({
      name: 'Old trees',
      names: { en: 'Old trees', lv: 'Koki' },
    });
  });

  test('D-CLS-08: fields and values have names for readers, and keys and stored values for programs', async () => {
    const { t, headersOf, roadsGroup } = getWorld();
    const surface = {
      name: 'surface',
      names: { lv: ' Segums ', ru: '' },
      schema: { type: 'list', values: [{ value: 'gravel', names: { lv: 'Grants' } }, { value: 'clay' }] },
    };
    const layer = (await send('POST', '/1', { id1: roadsGroup, name: 'Roads', layerFields: [surface] })).json;
    const stored = { ...surface, type: 'text', names: { lv: 'Segums' } };
    expect(layer.layerFields).toEqual([stored]);
    await addObject(getDatabase(), { classId: layer.id, data: { surface: 'gravel' } });
    const csv = async (more: object) => {
      const { text } = await t.call({
        method: 'POST',
        url: `/api/v1/geoms/object-report/${layer.id}`,
        headers: { ...headersOf('unitAdmin'), 'accept-language': 'lv' },
        payload: { columns: ['data.surface'], ...more },
      });
      return text.replace('\ufeff', '').trim().split('\r\n');
    };
    expect(await csv({})).toEqual(['surface', '"gravel"']);
    expect(await csv({ labels: true })).toEqual(['Segums', '"gravel"']);

    // A program that knows no names keeps them, also when it renames the key; an empty record removes them.
    const save = async (field: object) =>
      (await send('PUT', '/1', { id: layer.id, name: 'Roads', layerFields: [field] })).json.layerFields;
    expect(await save({ name: 'cover', oldValue: 'surface' })).toEqual([{ ...stored, name: 'cover' }]);
    expect(await save({ name: 'cover', names: {} })).toEqual([
      { name: 'cover', type: 'text', schema: stored.schema },
    ]);
    const long = { name: 'cover', names: { en: 'x'.repeat(limits.classifierNameLength + 1) } };
    expect((await send('PUT', '/1', { id: layer.id, name: 'Roads', layerFields: [long] })).status).toBe(400);
  });
});
