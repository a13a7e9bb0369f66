import {
  type Language,
  limits,
  type ReportScheduleId,
  type ScheduleFormat,
  scheduleFormatNames,
} from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import { audit } from '../../audit/audit.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Mail, MailAttachment } from '../../mail/MailSender.ts';
import type { MailJob, WrittenMail } from '../../mail/mailJobs.ts';
import { readCaseworkTable } from '../cases/index.ts';
import { type MailedReport, type ReportRequester, readReportTable, toWorkbook } from '../reports/index.ts';
import { findSchedule, type ScheduleRow } from './scheduleRows.ts';

interface Texts {
  readonly greeting: string;
  readonly attached: (name: string) => string;
  readonly tooLarge: (name: string) => string;
  readonly leftOut: (format: string) => string;
  readonly stop: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    greeting: 'Hello,',
    attached: (name) =>
      `the report “${name}” is attached as you asked for it. It holds what you may see now. Open it here:`,
    tooLarge: (name) => `the report “${name}” is too large for a mail. Open it here:`,
    leftOut: (format) => `It is too large as ${format}, so that file is missing.`,
    stop: 'You get this mail because you scheduled it. To stop it, open the report and press Schedule.',
  },
  lv: {
    greeting: 'Labdien!',
    attached: (name) =>
      `Pielikumā ir jūsu pieprasītais pārskats „${name}”. Tajā ir tas, ko drīkstat redzēt tagad. Atveriet to šeit:`,
    tooLarge: (name) => `Pārskats „${name}” ir pārāk liels vēstulei. Atveriet to šeit:`,
    leftOut: (format) => `${format} formātā tas ir pārāk liels, tāpēc šī faila nav.`,
    stop: 'Šo vēstuli saņemat, jo to ieplānojāt. Lai to pārtrauktu, atveriet pārskatu un nospiediet „Ieplānot”.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    attached: (name) =>
      `К письму приложен отчёт «${name}», который вы запланировали. В нём то, что вам видно сейчас. Открыть отчёт:`,
    tooLarge: (name) => `Отчёт «${name}» слишком велик для письма. Откройте его здесь:`,
    leftOut: (format) => `В формате ${format} он слишком велик, поэтому этого файла нет.`,
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
    const report = await readReport(deps, requester, schedule);
    const files = await makeFiles(deps, { report, formats: schedule.formats, language: actor.language });
    const mail = toMail(deps, { email, schedule, name: report.name, files, language: actor.language });
    const content = { rows: report.rows.length - 1, formats: files.map(({ format }) => format) };
    return { ...mail, onSent: () => audit(db, { ...entry, entityName: report.name, details: content }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await audit(db, { ...entry, result: 'refused', details: { reason: error.code } });
    return undefined;
  }
}

const readReport = (
  deps: AppDeps,
  requester: ReportRequester,
  { reportId, casework }: ScheduleRow,
): Promise<MailedReport> =>
  reportId === null
    ? readCaseworkTable(deps, { ...requester, query: casework })
    : readReportTable(deps, requester, reportId);

interface ReportFile {
  readonly format: ScheduleFormat;
  readonly content: Buffer;
}

interface FilesOptions {
  readonly report: MailedReport;
  readonly formats: readonly ScheduleFormat[];
  readonly language: Language;
}

/** The report in the formats in which it is small enough for a mail. */
async function makeFiles(deps: AppDeps, { report, formats, language }: FilesOptions): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  let size = 0;
  for (const format of formats) {
    const content = format === 'xlsx' ? await toWorkbook(report, language) : await toPdf(deps, report);
    if (content === undefined || size + content.length > limits.reportSchedules.attachmentBytes) continue;
    size += content.length;
    files.push({ format, content });
  }
  return files;
}

async function toPdf(
  { database: { db }, clock, paperPool }: AppDeps,
  report: MailedReport,
): Promise<Buffer | undefined> {
  // Layout runs on the main thread: tens of thousands of rows that make no PDF would hold up all requests.
  if (report.rows.length - 1 > limits.reportSchedules.pdfRows) return undefined;
  const { rows } = await sql<{ now: Date }>`SELECT ${clock.now} AS now`.execute(db);
  return await paperPool.toPdf(report.toPaper(rows[0]?.now ?? new Date()));
}

const contentTypes: Readonly<Record<ScheduleFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface MailParts {
  readonly email: string;
  readonly schedule: ScheduleRow;
  readonly name: string;
  readonly files: readonly ReportFile[];
  readonly language: Language;
}

function toMail({ config }: AppDeps, { email, schedule, name, files, language }: MailParts): Mail {
  const { greeting, attached, tooLarge, leftOut, stop } = texts[language];
  const link = new URL(`#/${language}/reports/${pageOf(schedule)}`, config.publicUrl).href;
  const missing = schedule.formats.filter((one) => files.every(({ format }) => format !== one));
  const attachments: MailAttachment[] = files.map(({ format, content }) => ({
    fileName: `${name}.${format}`,
    contentType: contentTypes[format],
    content,
  }));
  return {
    to: email,
    subject: name,
    text: [
      greeting,
      `${files.length > 0 ? attached(name) : tooLarge(name)}\n${link}`,
      ...(files.length > 0 ? missing.map((format) => leftOut(scheduleFormatNames[format])) : []),
      `-- \n${stop}\n`,
    ].join('\n\n'),
    attachments,
  };
}

/** Path of the report in the web application. */
function pageOf({ reportId, casework: { _class, _unit, _weeks } }: ScheduleRow): string {
  if (reportId !== null) return `custom-reports?report=${reportId}`;
  const filter = Object.entries({ layer: _class, unit: _unit, weeks: _weeks });
  const search = new URLSearchParams(
    filter.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  return `casework?${search}`;
}
