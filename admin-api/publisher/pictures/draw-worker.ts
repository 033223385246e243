import { type MessagePort, parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import type { Drawn } from './draw-in-worker.ts'
import { pngOptions } from './png-options.ts'

/** A thread that turns drawings into PNGs, so that it holds up no visitor. */
function serve(port: MessagePort): void {
  port.on('message', async (svg: string) => port.postMessage(await draw(svg)))
}

async function draw(svg: string): Promise<Drawn> {
  try {
    return { png: await sharp(Buffer.from(svg)).png(pngOptions).toBuffer() }
  } catch (error) {
    return { error }
  }
}

if (parentPort === null) throw new Error('draw-worker.ts runs as a thread only')
serve(parentPort)
