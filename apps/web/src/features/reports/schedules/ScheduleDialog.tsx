import { Button, Checkbox, Group, Select, Skeleton } from '@mantine/core';
import { companyDateTime } from '@pgis/conditions';
import {
  type ReportSchedule,
  type ReportScheduleBody,
  type ScheduleFormat,
  scheduleFormatNames,
  scheduleFormats,
} from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, type TFunction, useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { useAction } from '../../../ui/forms/useAction.ts';
import { useSession } from '../../session/index.ts';
import { addSchedule, schedulesQuery, stopSchedule } from './scheduleQueries.ts';
import classes from './schedules.module.css';

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;
const workdays = weekdays.slice(0, 5);
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const MORNING = '8';

interface ScheduleDialogProps {
  readonly name: string;
  readonly report: Pick<ReportScheduleBody, 'reportId' | 'casework'>;
  readonly onClose: () => void;
}

/** Days and hour at which a user gets a report by mail, and all that they get so. */
export default function ScheduleDialog({ name, report, onClose }: ScheduleDialogProps) {
  const { t } = useTexts();
  const [days, setDays] = useState<readonly string[]>(['1']);
  const [hour, setHour] = useState(MORNING);
  const [formats, setFormats] = useState<readonly ScheduleFormat[]>(['pdf']);
  const { run: add, isRunning } = useAction(addSchedule);
  return (
    <DialogFrame title={t('SCHEDULES.TITLE', { name })} onClose={onClose} size={520}>
      <p className={classes.note}>{t('SCHEDULES.NOTE')}</p>
      <Checkbox.Group label={t('SCHEDULES.DAYS')} value={[...days]} onChange={setDays}>
        <Group gap="sm" mt={6}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={t(`SCHEDULES.WEEKDAYS.${day}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('SCHEDULES.FORMATS')}
        value={[...formats]}
        onChange={(checked) => setFormats(scheduleFormats.filter((format) => checked.includes(format)))}
        mt="sm"
      >
        <Group gap="sm" mt={6}>
          {scheduleFormats.map((format) => (
            <Checkbox key={format} value={format} label={scheduleFormatNames[format]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="flex-end" gap="sm" mt="sm">
        <Button variant="default" onClick={() => setDays(workdays)}>
          {t('SCHEDULES.WORKDAYS')}
        </Button>
        <Select
          className={classes.hour ?? ''}
          label={t('SCHEDULES.HOUR')}
          data={hours}
          value={hour}
          allowDeselect={false}
          onChange={(value) => setHour(value ?? MORNING)}
        />
        <Button
          disabled={days.length === 0 || formats.length === 0}
          loading={isRunning}
          onClick={() =>
            add({ ...report, days: days.map(Number), hour: Number(hour), formats: [...formats] })
          }
        >
          {t('SCHEDULES.ADD')}
        </Button>
      </Group>
      <Schedules />
    </DialogFrame>
  );
}

const daysText = (t: TFunction, { days, hour }: ReportSchedule): string =>
  `${days.map((day) => t(`SCHEDULES.WEEKDAYS.${String(day) as '1'}`)).join(', ')} ${hours[hour]?.label ?? ''}`;

function nameOf(t: TFunction, { reportId, reportName }: ReportSchedule): string {
  return reportId === null ? t('MY_PGIS.CASEWORK') : (reportName ?? t('SCHEDULES.NO_ACCESS'));
}

/** All that the user gets by mail, whichever report it is. */
function Schedules() {
  const { t } = useTexts();
  const { user } = useSession();
  const schedules = useQuery(schedulesQuery(user?.userId ?? null));
  const { run: stop, isRunning } = useAction(stopSchedule);
  if (schedules.isError) return <p role="alert">{errorText(t, schedules.error)}</p>;
  if (schedules.data === undefined) return <Skeleton height={60} mt="md" />;
  return (
    <section aria-labelledby="report-schedules">
      <h3 id="report-schedules" className={classes.title}>
        {t('SCHEDULES.MINE')}
      </h3>
      {schedules.data.length === 0 && <p className={classes.note}>{t('SCHEDULES.NONE')}</p>}
      <ul className={classes.list}>
        {schedules.data.map((schedule) => (
          <li key={schedule.id}>
            <span className={classes.name}>
              {nameOf(t, schedule)}
              <small>
                {daysText(t, schedule)} ·{' '}
                {schedule.formats.map((format) => scheduleFormatNames[format]).join(', ')} ·{' '}
                {t('SCHEDULES.NEXT', { date: companyDateTime(new Date(schedule.nextAt)) })}
              </small>
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={isRunning}
              aria-label={`${t('SCHEDULES.STOP')}: ${nameOf(t, schedule)}, ${daysText(t, schedule)}`}
              onClick={() => stop(schedule.id)}
            >
              {t('SCHEDULES.STOP')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
