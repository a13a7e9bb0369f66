import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const report = (groupBy: string, more: object) =>
  JSON.stringify({
    layerIds: [],
    columns: [],
    ruleset: null,
    dateField: 'added',
    period: { kind: 'all' },
    groupBy,
    metrics: ['count', 'open'],
    chart: 'bar',
    ...more,
  });

/** Reports of the system: every user with custom reports sees them, nobody changes them. */
const ready = [
  {
    names: { en: 'Added by month', ru: 'Добавлено по месяцам', lv: 'Pievienots pa mēnešiem' },
    descriptions: {
      en: 'How many objects came in each month of the last twelve, and how many of them are still open.',
      ru: 'Сколько объектов добавлено в каждом из последних двенадцати месяцев и сколько из них ещё открыты.',
      lv: 'Cik objektu pievienots katrā no pēdējiem divpadsmit mēnešiem un cik no tiem vēl ir atvērti.',
    },
    definition: report('month', { period: { kind: 'last12Months' } }),
  },
  {
    names: { en: 'Layers compared', ru: 'Сравнение слоёв', lv: 'Slāņu salīdzinājums' },
    descriptions: {
      en: 'Objects, open ones, days to close and votes of each layer.',
      ru: 'Объекты, открытые из них, дни до закрытия и голоса по каждому слою.',
      lv: 'Objekti, atvērtie, dienas līdz slēgšanai un balsis katrā slānī.',
    },
    definition: report('layer', { metrics: ['count', 'open', 'daysToClose', 'votes'] }),
  },
  {
    names: { en: 'By status', ru: 'По статусам', lv: 'Pēc statusa' },
    descriptions: {
      en: 'How many objects have which status.',
      ru: 'Сколько объектов имеют какой статус.',
      lv: 'Cik objektu ir kurā statusā.',
    },
    definition: report('status', { metrics: ['count'], chart: 'pie' }),
  },
];

/** D-REP-03: saved reports, three of them ready. */
export const customReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE custom_reports (
      company_id integer NOT NULL REFERENCES companies,
      id bigint NOT NULL,
      owner_id bigint,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      names jsonb NOT NULL DEFAULT '{}',
      descriptions jsonb NOT NULL DEFAULT '{}',
      shared boolean NOT NULL DEFAULT false,
      definition jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, id),
      FOREIGN KEY (company_id, owner_id) REFERENCES users ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX custom_reports_owner ON custom_reports (company_id, owner_id, id)`.execute(db);
    for (const [index, { names, descriptions, definition }] of ready.entries())
      await sql`INSERT INTO custom_reports (company_id, id, name, description, names, descriptions, shared, definition)
        VALUES (0, ${index + 1}::bigint, ${names.en}, ${descriptions.en}, ${JSON.stringify(names)}::jsonb,
          ${JSON.stringify(descriptions)}::jsonb, true, ${definition}::jsonb)`.execute(db);
  },
};
