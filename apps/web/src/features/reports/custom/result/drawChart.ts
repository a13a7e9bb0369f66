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
import type { ChartModel } from './chartModel.ts';

const controllers = [BarController, LineController, PieController];
const elements = [ArcElement, BarElement, LineElement, PointElement];
const scales = [CategoryScale, LinearScale];
Chart.register(controllers, elements, scales, [Legend, Tooltip]);

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
const paperInks: ChartInks = { text: '#1a242c', line: '#cdd6dc', ground: '#ffffff' };

export function screenInks(element: Element): ChartInks {
  const style = getComputedStyle(element);
  const read = (name: string, other: string) => style.getPropertyValue(name).trim() || other;
  return {
    text: read('--text', paperInks.text),
    line: read('--border', paperInks.line),
    ground: read('--bg', paperInks.ground),
  };
}

/** Below this width the legend of a pie goes under it. */
const NARROW_PX = 480;

function toConfiguration(
  { kind, labels, series }: ChartModel,
  inks: ChartInks,
  widthPx: number,
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
      font: { family: 'inherit' },
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
export function drawChart(canvas: HTMLCanvasElement, model: ChartModel, inks: ChartInks): () => void {
  const chart = new Chart(canvas, toConfiguration(model, inks, canvas.clientWidth));
  return () => chart.destroy();
}

export interface ChartImage {
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The chart as an image for paper, on white and in double resolution. */
export function toChartImage(model: ChartModel): ChartImage {
  const canvas = document.createElement('canvas');
  const [widthPx, heightPx] = [900, 420];
  canvas.width = widthPx;
  canvas.height = heightPx;
  const configuration = toConfiguration(model, paperInks, widthPx);
  const chart = new Chart(canvas, {
    ...configuration,
    options: { ...configuration.options, responsive: false, devicePixelRatio: 2 },
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
  return { url, widthPx, heightPx };
}
