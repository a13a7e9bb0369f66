import type { APIRequestContext, APIResponse } from '@playwright/test';
import { authorizationOf, toWkt } from './objects.ts';

/** Host that no page may ask for anything; payloads name it. */
export const FOREIGN_HOST = 'evil.test';

/** Texts that would run, load or navigate, if a page took them for anything but text. */
export const payloads: readonly string[] = [
  '<script>ran=1</script>',
  '<img src=x onerror=ran=1>',
  `<img src=//${FOREIGN_HOST}/a>`,
  '"><svg onload=ran=1>',
  "'><b onmouseover=ran=1>x</b>",
  '<a href="javascript:ran=1">x</a>',
  'javascript:ran=1',
  `<base href=//${FOREIGN_HOST}/>`,
  `<iframe src=//${FOREIGN_HOST}></iframe>`,
  `<link rel=stylesheet href=//${FOREIGN_HOST}>`,
  '<style>*{display:none}</style>',
  `<meta http-equiv=refresh content=0;/x>`,
  `<form action=//${FOREIGN_HOST}><input>`,
  '<details open ontoggle=ran=1>',
  `<object data=//${FOREIGN_HOST}></object>`,
  '<math xlink:href="javascript:ran=1">x',
  '</textarea><script>ran=1</script>',
  '</title><script>ran=1</script>',
  '--><script>ran=1</script>',
  '{{constructor.constructor("ran=1")()}}',
  '#{ran=1}<%=ran=1%>',
  '__proto__',
  '=HYPERLINK("http://evil.test")',
  '%3Cscript%3Eran=1%3C/script%3E',
  '&lt;script&gt;ran=1&lt;/script&gt;',
  '\u202Egnp.exe',
  'url(//evil.test/u)',
  '![x](//evil.test/m)',
  "';alert(1)//",
  '<template><script>ran=1</script>',
];

/** Roots of the tree. */
const STATUS_GROUPS = 2;
const COMMENT_STATUSES = 3;

/** Position without other data. */
export const hostilePosition = [25.9, 57.9] as const;

interface Added {
  readonly id: number;
}

/** A layer group, a layer, objects and everything else that has a text, all of them hostile. */
export class HostileWorld {
  #api: APIRequestContext;
  readonly #headers = authorizationOf('admin');
  /** Paths of what was added, the last one first. */
  readonly #added: string[] = [];
  #texts = 0;
  layerId = 0;
  objectId = 0;
  reportId = 0;

  private constructor(api: APIRequestContext) {
    this.#api = api;
  }

  static async make(api: APIRequestContext): Promise<HostileWorld> {
    const world = new HostileWorld(api);
    await world.#addLayer();
    await world.#addObjects();
    await world.#addPeople();
    await world.#addBaseLayer();
    await world.#addReport();
    return world;
  }

  /** The payloads in turn, so that each is stored somewhere, and every kind of text has some. */
  #next(): string {
    return payloads[this.#texts++ % payloads.length] ?? '';
  }

  async #send(method: 'POST' | 'PUT', path: string, data: unknown): Promise<APIResponse> {
    const answer = await this.#api.fetch(`/api/v1/${path}`, { method, headers: this.#headers, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer;
  }

  /** Adds something that is deleted by its id below `path`. */
  async #add<T extends Added>(path: string, data: unknown): Promise<T> {
    const added = (await (await this.#send('POST', path, data)).json()) as T;
    this.#added.unshift(`${path}/${added.id}`);
    return added;
  }

  async #addLayer(): Promise<void> {
    const fields = Array.from({ length: 6 }, (_, i) => ({
      name: `${this.#next().replaceAll(/[={}]/g, '')} ${i}`.slice(0, 50).trim(),
      type: 'text',
      oldValue: 'new_field',
      hint: { kind: 'choices', choices: [this.#next()], help: this.#next() },
    }));
    const first = fields[0]?.name ?? '';
    const group = await this.#add<Added>('classifiers/1', {
      name: this.#next(),
      description: this.#next(),
    });
    const rule = (value: string) => ({
      rule: `data.${first}=${value}`,
      pointForm: 'circle',
      fillColor: 'rgba(1,2,3,0.5)',
    });
    const layer = await this.#add<Added>('classifiers/1', {
      id1: group.id,
      name: this.#next(),
      description: this.#next(),
      allObjectsPublic: true,
      showDefault: true,
      layerFields: fields,
      geomStyle: JSON.stringify({
        labelEnabled: true,
        labelFont: this.#next(),
        pointForm: 'circle',
        labelRules: payloads.slice(0, 10).map(rule),
      }),
    });
    this.layerId = layer.id;
  }

  async #addObjects(): Promise<void> {
    await this.#add<Added>('classifiers/2', { id1: STATUS_GROUPS, name: this.#next() });
    await this.#add<Added>('classifiers/2', {
      id1: COMMENT_STATUSES,
      name: this.#next(),
      names: { en: this.#next() },
      statusType: 'open',
    });
    // A status that comments have cannot be deleted, so the comments have one that is there already.
    const statusId = await this.#findStatus();
    const layer = (await (
      await this.#api.get(`/api/v1/classifiers/single/${this.layerId}`, { headers: this.#headers })
    ).json()) as { layerFields: readonly { readonly name: string }[] };
    for (const [i, text] of payloads.entries()) {
      const [lon, lat] = hostilePosition;
      const added = await this.#add<Added>('geoms/add', {
        wkt: toWkt([lon + (i % 6) * 0.01, lat + Math.floor(i / 6) * 0.005]),
        name: text,
        description: this.#next(),
        classId: this.layerId,
        isPublic: true,
        data: JSON.stringify(Object.fromEntries(layer.layerFields.map(({ name }) => [name, this.#next()]))),
      });
      if (i === 0) this.objectId = added.id;
      await this.#send('POST', `geoms/${added.id}/comment`, {
        content: this.#next(),
        statusId,
        isPublic: true,
      });
    }
    const attached = await this.#api.post('/api/v1/geom-files', {
      headers: this.#headers,
      multipart: {
        geometryId: String(this.objectId),
        file_description: this.#next(),
        file: {
          name: '<img src=x onerror=ran=1>.html',
          mimeType: 'text/html',
          buffer: Buffer.from(this.#next()),
        },
      },
    });
    if (!attached.ok()) throw new Error(`no file: ${await attached.text()}`);
  }

  async #findStatus(): Promise<number> {
    const answer = await this.#api.get(`/api/v1/classifiers/${COMMENT_STATUSES}`, { headers: this.#headers });
    const nodes = (await answer.json()) as { readonly id: number; readonly kind: string }[];
    const status = nodes.find(({ kind }) => kind === 'status');
    if (status === undefined) throw new Error('there is no status');
    return status.id;
  }

  async #addPeople(): Promise<void> {
    const units = (await (await this.#api.get('/api/v1/units', { headers: this.#headers })).json()) as {
      readonly id: number;
      readonly parentId: number | null;
    }[];
    const parentId = units.find((unit) => unit.parentId === null)?.id;
    const unit = await this.#add<Added>('units', { name: this.#next(), parentId });
    const group = await this.#add<Added>('groups', {
      name: this.#next(),
      grants: [{ unitId: unit.id, level: 'Read' }],
    });
    await this.#add<Added>('user', {
      email: 'hostile@demo.example',
      firstName: this.#next(),
      lastName: this.#next(),
      phone: this.#next(),
      position: this.#next(),
      groupIds: [group.id],
      password: 'a long and hostile password 7',
    });
  }

  async #addBaseLayer(): Promise<void> {
    await this.#add<Added>('layers', {
      name: this.#next(),
      group: this.#next(),
      sourceType: 'XYZ',
      sourceJson: JSON.stringify({
        url: '/api/v1/base-map/light/{z}/{x}/{y}.png',
        attributions: [
          '<img src=x onerror=ran=1>',
          `<base href=//${FOREIGN_HOST}/>`,
          '<script>ran=1</script>',
        ],
      }),
      visibility: true,
    });
  }

  async #addReport(): Promise<void> {
    const report = await this.#add<Added>('reports/custom', {
      name: this.#next(),
      description: this.#next(),
      shared: true,
      layerIds: [this.layerId],
      columns: ['layer', 'name', 'description', 'status'],
      ruleset: null,
      dateField: 'added',
      period: { kind: 'all' },
      groupBy: null,
      metrics: ['count'],
      chart: 'none',
    });
    this.reportId = report.id;
  }

  /** Deletes everything; `api` is the one of the hook that calls. */
  async remove(api: APIRequestContext): Promise<void> {
    this.#api = api;
    for (const path of this.#added) {
      if (path.startsWith('classifiers/1/') && path.endsWith(`/${this.layerId}`))
        await this.#send('POST', `${path}/remove-data`, {});
      const place = path.replace('geoms/add/', 'geoms/');
      const answer = await api.delete(`/api/v1/${place}`, { headers: this.#headers });
      if (!answer.ok()) throw new Error(`${place} stays: ${await answer.text()}`);
    }
  }
}
