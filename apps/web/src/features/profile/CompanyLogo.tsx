import classes from './CompanyLogo.module.css';
import { useCompanyLogo } from './useCompanyLogo.ts';

/** The logo of the user's company for the header; nothing while there is none. The name stands beside it. */
export default function CompanyLogo({ companyId }: { readonly companyId: number }) {
  const { data } = useCompanyLogo(companyId, { isBackground: true });
  if (data?.logoImage == null) return null;
  return <img className={classes.logo} src={data.logoImage} alt="" />;
}
