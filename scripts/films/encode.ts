import { spawn, spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Film, framesPerSecond } from './film.ts'

/** What a visitor may be asked to load. */
export const budgets = { '.webm': 300_000, '.mp4': 300_000, '.webp': 30_000 }
type Suffix = keyof typeof budgets

/** Leaves room for what two passes miss their mark by. */
const aim = 0.92

export function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
}

/** From the frames in `folder`: NAME.webm (VP9), NAME.mp4 (H.264, for Safari) and the first frame as NAME.webp. */
export async function encodeFilm(film: Film, folder: string, outDir: string): Promise<string[]> {
  const input = ['-framerate', String(framesPerSecond), '-i', join(folder, '%04d.png')]
  const colours = [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  ]
  const passLog = join(folder, 'pass')
  const target = (suffix: Suffix) => join(outDir, film.name + suffix)
  const rate = (suffix: Suffix) => String(Math.floor((budgets[suffix] * 8 * aim) / film.seconds))
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', rate('.webm'), '-deadline', 'good', '-g', '240', '-threads', '2']
  const h264 = ['-c:v', 'libx264', '-b:v', rate('.mp4'), '-preset', 'veryslow', '-tune', 'animation']
  for (const [codec, suffix, extra] of [
    [vp9, '.webm', ['-cpu-used', '1', '-row-mt', '1', '-auto-alt-ref', '1', '-lag-in-frames', '25']],
    [h264, '.mp4', ['-profile:v', 'high', '-movflags', '+faststart']]
  ] as const) {
    const shared = [...input, ...colours, ...codec, ...extra, '-an', '-passlogfile', passLog + suffix]
    await runFfmpeg([...shared, '-pass', '1', '-f', 'null', '-'])
    await runFfmpeg([...shared, '-pass', '2', target(suffix)])
  }
  await encodePoster(join(folder, '0000.png'), target('.webp'))
  return Object.keys(budgets).map((suffix) => target(suffix as Suffix))
}

/** As good as the budget allows. */
async function encodePoster(frame: string, target: string): Promise<void> {
  for (const quality of [75, 68, 62, 56, 50]) {
    const still = ['-i', frame, '-frames:v', '1', '-c:v', 'libwebp', '-quality', String(quality)]
    await runFfmpeg([...still, '-compression_level', '6', target])
    if ((await stat(target)).size <= budgets['.webp']) return
  }
}

async function runFfmpeg(options: string[]): Promise<void> {
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...options], {
    stdio: ['ignore', 'inherit', 'inherit']
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${options.join(' ')}`)
}
