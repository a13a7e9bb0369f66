/** The accounts that the server seeds with the demo data; everybody may know them. */
export const demoPassword = 'demo-pgis-2026';

export const demoAccounts = [
  { email: 'admin@demo.example', role: 'LOGIN.DEMO_ADMIN' },
  { email: 'editor@demo.example', role: 'LOGIN.DEMO_EDITOR' },
  { email: 'viewer@demo.example', role: 'LOGIN.DEMO_VIEWER' },
] as const;
