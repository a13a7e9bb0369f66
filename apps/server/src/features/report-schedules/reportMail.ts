import { type Language, limits, type ReportScheduleId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import { audit } from '../../audit/audit.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Mail } from '../../mail/MailSender.ts';
import type { MailJob, WrittenMail } from '../../mail/mailJobs.ts';
import { readCaseworkTable } from '../cases/index.ts';
import { type ReportRequester, type ReportTable, readReportTable, toWorkbook } from '../reports/index.ts';
import { findSchedule, type ScheduleRow } from './scheduleRows.ts';

interface Texts {
  readonly greeting: string;
  readonly attached: (name: string) => string;
  readonly tooLarge: (name: string) => string;
  readonly stop: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    greeting: 'Hello,',
    attached: (name) =>
      `the report “${name}” is attached as you asked for it. It holds what you may see now. Open it here:`,
    tooLarge: (name) => `the report “${name}” is too large for a mail. Open it here:`,
    stop: 'You get this mail because you scheduled it. To stop it, open the report and press Schedule.',
  },
  lv: {
    greeting: 'Labdien!',
    attached: (name) =>
      `Pielikumā ir jūsu pieprasītais pārskats „${name}”. Tajā ir tas, ko drīkstat redzēt tagad. Atveriet to šeit:`,
    tooLarge: (name) => `Pārskats „${name}” ir pārāk liels vēstulei. Atveriet to šeit:`,
    stop: 'Šo vēstuli saņemat, jo to ieplānojāt. Lai to pārtrauktu, atveriet pārskatu un nospiediet „Ieplānot”.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    attached: (name) =>
      `К письму приложен отчёт «${name}», который вы запланировали. В нём то, что вам видно сейчас. Открыть отчёт:`,
    tooLarge: (name) => `Отчёт «${name}» слишком велик для письма. Откройте его здесь:`,
    stop: 'Вы получили письмо, потому что запланировали его. Чтобы прекратить, откройте отчёт и нажмите «Запланировать».',
  },
};

/**
 * Writes the mail of a schedule with the rights that its user has now. Undefined when the schedule was stopped, or when the user
 * can no longer read the report: the log then says why nothing was sent.
 */
export async function writeReportMail(deps: AppDeps, { details }: MailJob): Promise<WrittenMail | undefined> {
  const { db } = deps.database;
  const schedule = await findSchedule(db, details.scheduleId as ReportScheduleId);
  if (schedule === undefined) return undefined;
  const recipient = await findRecipient(db, schedule.userId);
  if (recipient === undefined) return undefined;
  const { actor, email } = recipient;
  const requester = { actor, language: actor.language, requestId: '' };
  const entry = { actor, action: 'REPORT_MAILED', entity: 'report', entityId: schedule.reportId } as const;
  try {
    const table = await readTable(deps, requester, schedule);
    const workbook = await toWorkbook(table, actor.language);
    const isAttached = workbook.length <= limits.reportSchedules.attachmentBytes;
    const mail = toMail(deps, {
      email,
      schedule,
      table,
      workbook: isAttached ? workbook : undefined,
      language: actor.language,
    });
    const content = { rows: table.rows.length - 1, isAttached };
    return { ...mail, onSent: () => audit(db, { ...entry, entityName: table.name, details: content }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await audit(db, { ...entry, result: 'refused', details: { reason: error.code } });
    return undefined;
  }
}

const readTable = (
  deps: AppDeps,
  requester: ReportRequester,
  { reportId, casework }: ScheduleRow,
): Promise<ReportTable> =>
  reportId === null
    ? readCaseworkTable(deps, { ...requester, query: casework })
    : readReportTable(deps, requester, reportId);

interface MailParts {
  readonly email: string;
  readonly schedule: ScheduleRow;
  readonly table: ReportTable;
  readonly workbook: Buffer | undefined;
  readonly language: Language;
}

function toMail(
  { config }: AppDeps,
  { email, schedule, table: { name }, workbook, language }: MailParts,
): Mail {
  const { greeting, attached, tooLarge, stop } = texts[language];
  const {
    reportId,
    casework: { _class, _unit, _weeks },
  } = schedule;
  const search = new URLSearchParams(
    Object.entries({ layer: _class, unit: _unit, weeks: _weeks }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );
  const page = reportId === null ? `casework?${search}` : `custom-reports?report=${reportId}`;
  const link = new URL(`#/${language}/reports/${page}`, config.publicUrl).href;
  return {
    to: email,
    subject: name,
    text: [greeting, `${workbook ? attached(name) : tooLarge(name)}\n${link}`, `-- \n${stop}\n`].join('\n\n'),
    ...(workbook && { attachment: { fileName: `${name}.xlsx`, content: workbook } }),
  };
}
