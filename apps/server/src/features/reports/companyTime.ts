/** Days and months of reports are those of the place where the product's companies are (decision on reports). */
export const COMPANY_TIME_ZONE = 'Europe/Riga';
