import { loadLogo } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

/** One place of memory for all who show it, so that a new logo is seen everywhere at once. */
export const logoKey = (companyId: number) => ['company-logo', companyId] as const;

interface LogoOptions {
  /** Counts for no spinner, and is not asked again at every page. */
  readonly isBackground?: boolean;
}

export const useCompanyLogo = (companyId: number, { isBackground = false }: LogoOptions = {}) =>
  useQuery({
    queryKey: logoKey(companyId),
    queryFn: ({ signal }) => callApi(loadLogo, { params: { companyId }, signal, background: isBackground }),
    staleTime: isBackground ? Number.POSITIVE_INFINITY : 0,
  });
