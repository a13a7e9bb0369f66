/** Public password: the demo database holds nothing but the demo. */
export const demoPassword = 'demo-pgis-2026';

export const demoUsers = [
  {
    email: 'admin@demo.example',
    firstName: 'Ilze',
    lastName: 'Bērziņa',
    position: 'Head of GIS',
    group: 'administrators',
  },
  {
    email: 'editor@demo.example',
    firstName: 'Jānis',
    lastName: 'Kalniņš',
    position: 'Road engineer',
    group: 'editors',
  },
  {
    email: 'viewer@demo.example',
    firstName: 'Anna',
    lastName: 'Petrova',
    position: 'Planner',
    group: 'viewers',
  },
] as const;
