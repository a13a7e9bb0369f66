import { useQuery } from '@tanstack/react-query';
import classes from './CompanyLogo.module.css';
import { logoQuery } from './profileQueries.ts';

/** The logo of the company for the header, beside its name; renders nothing if there is none. */
export default function CompanyLogo({ companyId }: { readonly companyId: number }) {
  const { data } = useQuery(logoQuery(companyId, { isBackground: true }));
  if (data?.logoImage == null) return null;
  return <img className={classes.logo} src={data.logoImage} alt="" />;
}
