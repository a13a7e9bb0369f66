/** A company with a name and nothing else. */
export const companyBody = (name: string) => ({
  name,
  regNumber: '',
  address: '',
  email: '',
  phone: '',
  website: '',
  language: 'en' as const,
  defaultCenter: null,
  defaultZoom: null,
});
