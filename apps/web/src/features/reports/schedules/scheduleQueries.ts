import {
  addReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
  type ReportScheduleBody,
} from '@pgis/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { afterSettled } from '../../../ui/forms/mutationEffects.ts';

const schedulesKey = ['report-schedules'];

export const schedulesQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...schedulesKey, userId],
    queryFn: ({ signal }) => callApi(listReportSchedules, { signal }),
    staleTime: 0,
  });

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: schedulesKey });

export const addSchedule = mutationOptions({
  mutationFn: (body: ReportScheduleBody) => callApi(addReportSchedule, { body }),
  ...afterSettled(reload),
});

export const stopSchedule = mutationOptions({
  mutationFn: (scheduleId: number) => callApi(deleteReportSchedule, { params: { scheduleId } }),
  ...afterSettled(reload),
});
