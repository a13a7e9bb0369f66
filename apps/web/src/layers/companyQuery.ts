import { type CompanyId, getCompany } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';

/** The user's company; new layers, groups and statuses are named in its language. */
export const companyQuery = (companyId: CompanyId) =>
  queryOptions({
    queryKey: ['company', companyId],
    queryFn: ({ signal }) => callApi(getCompany, { params: { companyId }, signal }),
    staleTime: 0,
  });
