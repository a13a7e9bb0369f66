/** A company with a name and nothing else. */
export const companyBody = (name: string) => ({
  name,
  regNumber: '',
  address: '',
  email: '',
  phone: '',
  website: '',
  defaultCenter: null,
  defaultZoom: null,
});
