import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { PaperImage } from './ReportPaper.ts';

const controllers = [BarController, LineController, PieController];
const elements = [ArcElement, BarElement, LineElement, PointElement];
const scales = [CategoryScale, LinearScale];
Chart.register(controllers, elements, scales, [Legend, Tooltip]);

/** The data of a chart. */
export interface ChartData {
  readonly kind: 'bar' | 'pie' | 'line';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Distinguishable with colour blindness, readable on white and on black. */
const hues = [
  '#1c86ae',
  '#d98c00',
  '#2f9e6e',
  '#c2487f',
  '#7a6bd0',
  '#b5651d',
  '#5f8f2f',
  '#e0644f',
  '#4a7bc8',
  '#9a8a3c',
  '#3aa6a0',
  '#8a8f98',
];
const hue = (index: number): string => hues[index % hues.length] ?? '#1c86ae';

export interface ChartInks {
  readonly text: string;
  readonly line: string;
  readonly ground: string;
}
export const paperInks: ChartInks = { text: '#1a242c', line: '#cdd6dc', ground: '#ffffff' };

/** Below this width the legend of a pie goes under it. */
const NARROW_PX = 480;

function toConfiguration(
  { kind, labels, series }: ChartData,
  inks: ChartInks,
  { widthPx, family }: { readonly widthPx: number; readonly family: string },
): ChartConfiguration {
  const isPie = kind === 'pie';
  const axis = { ticks: { color: inks.text }, grid: { color: inks.line }, border: { color: inks.line } };
  return {
    type: kind,
    data: {
      labels: [...labels],
      datasets: series.map(({ name, values }, index) => ({
        label: name,
        data: [...values],
        backgroundColor: isPie ? values.map((_, slice) => hue(slice)) : hue(index),
        borderColor: isPie ? inks.ground : hue(index),
        borderWidth: isPie ? 2 : kind === 'line' ? 2.5 : 0,
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      color: inks.text,
      font: { family },
      plugins: {
        legend: {
          display: isPie || series.length > 1,
          position: !isPie ? 'top' : widthPx < NARROW_PX ? 'bottom' : 'right',
        },
      },
      ...(!isPie && { scales: { x: axis, y: { ...axis, beginAtZero: true } } }),
    },
  };
}

/** Draws on a canvas and follows its size. Returns a function that removes the chart. */
export function drawChart(canvas: HTMLCanvasElement, data: ChartData, inks: ChartInks): () => void {
  const chart = new Chart(
    canvas,
    toConfiguration(data, inks, { widthPx: canvas.clientWidth, family: 'inherit' }),
  );
  return () => chart.destroy();
}

const [WIDTH_PX, HEIGHT_PX] = [900, 420];

/** Draws a chart for paper on an empty canvas, which may be one of the server: on white and in double resolution. */
export function toChartImage(
  data: ChartData,
  { canvas, language }: { readonly canvas: HTMLCanvasElement; readonly language: string },
): PaperImage {
  canvas.width = WIDTH_PX;
  canvas.height = HEIGHT_PX;
  const configuration = toConfiguration(data, paperInks, {
    widthPx: WIDTH_PX,
    family: 'Arimo, Arial, sans-serif',
  });
  const chart = new Chart(canvas, {
    ...configuration,
    options: { ...configuration.options, locale: language, responsive: false, devicePixelRatio: 2 },
    plugins: [
      {
        id: 'ground',
        beforeDraw: ({ ctx, width, height }) => {
          ctx.fillStyle = paperInks.ground;
          ctx.fillRect(0, 0, width, height);
        },
      },
    ],
  });
  const url = chart.toBase64Image('image/png');
  chart.destroy();
  return { url, widthPx: WIDTH_PX, heightPx: HEIGHT_PX };
}
