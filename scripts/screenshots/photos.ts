import sharp from 'sharp';
import type { Language } from './Stage.ts';

interface Photo {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const size = { width: 1200, height: 900 } as const;

/** A drawing of a damaged road: photos of real streets would need permission. */
const roadWith = (hole: string): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 1200 900">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9cc3e6"/><stop offset="1" stop-color="#e9f0f5"/></linearGradient>
    <linearGradient id="road" x2="0" y2="1"><stop stop-color="#8d9094"/><stop offset="1" stop-color="#55585c"/></linearGradient>
    <radialGradient id="hole"><stop stop-color="#15130f"/><stop offset=".75" stop-color="#37322a"/><stop offset="1" stop-color="#6b665d"/></radialGradient>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .5 0"/></filter>
    <filter id="rough"><feTurbulence type="fractalNoise" baseFrequency=".02" seed="3"/><feDisplacementMap in="SourceGraphic" scale="46"/></filter>
  </defs>
  <rect width="1200" height="340" fill="url(#sky)"/>
  <rect y="330" width="1200" height="570" fill="#6f8b52"/>
  <g fill="#4f6d3d">${[20, 95, 150, 230, 300, 360, 420, 800, 850, 930, 985, 1060, 1130, 1190].map((x, i) => `<ellipse cx="${x}" cy="${306 - (i % 3) * 12}" rx="${44 + (i % 2) * 12}" ry="${42 + (i % 3) * 16}"/>`).join('')}</g>
  <path d="M500 330H700L1200 820V900H0V820Z" fill="url(#road)"/>
  <g fill="#e8e6df"><path d="M597 345h8l5 45h-18z"/><path d="M589 430h22l8 80h-38z"/><path d="M576 570h48l12 120h-72z"/></g>
  ${hole}
  <rect width="1200" height="900" filter="url(#grain)" opacity=".35"/>
</svg>`;

const drawings = {
  pothole: roadWith(
    '<g filter="url(#rough)"><ellipse cx="760" cy="690" rx="190" ry="78" fill="url(#hole)"/><ellipse cx="742" cy="700" rx="120" ry="40" fill="#7f97a8" opacity=".55"/></g>',
  ),
  edge: roadWith(
    '<g filter="url(#rough)"><ellipse cx="430" cy="560" rx="105" ry="38" fill="url(#hole)"/><path d="M500 590L640 640L760 620L900 690" stroke="#3c3a36" stroke-width="7" fill="none"/></g>',
  ),
  mended: roadWith('<path d="M630 640H905L960 765H640Z" fill="#3a3c40"/>'),
} as const;

const names: Readonly<Record<Language, Readonly<Record<keyof typeof drawings, string>>>> = {
  en: { pothole: 'pothole.jpg', edge: 'edge.jpg', mended: 'mended.jpg' },
  lv: { pothole: 'bedre.jpg', edge: 'mala.jpg', mended: 'salabots.jpg' },
  ru: { pothole: 'yama.jpg', edge: 'kray.jpg', mended: 'pochineno.jpg' },
};

/** Photos of a damaged road, as a reporter would add them. */
export const listPhotos = (language: Language): Promise<readonly Photo[]> =>
  Promise.all(
    (['mended', 'edge', 'pothole'] as const).map(async (kind) => ({
      name: names[language][kind],
      mimeType: 'image/jpeg',
      buffer: await sharp(Buffer.from(drawings[kind])).jpeg({ quality: 85 }).toBuffer(),
    })),
  );
