import { Router } from 'express'
import { Gauge } from 'prom-client'
import type { Services } from '../../../services.ts'
import { together, within } from '../in-time.ts'
import { probeRenderer } from '../probes.ts'
import { mayReadMetrics } from './may-read.ts'
import { findProcessMetrics } from './process-metrics.ts'
import { readFigures, type StoredFigure, storedFigures } from './read-figures.ts'

/** Whoever asks waits no longer; what is not known by then is left out. */
const longestReadMs = 1500

/**
 * What Prometheus reads: GET /metrics, for who is on this machine or brings the token. To anybody else there is
 * nothing at this address.
 */
export function createMetricsRoutes(services: Services, token: string | null): Router {
  const router = Router()
  const ofProcess = findProcessMetrics()
  const fill = together(createFilling(services))
  router.get('/metrics', async (request, response, next) => {
    if (!mayReadMetrics(request, token)) return next('router')
    await fill()
    const texts = [await services.metrics.metrics(), await ofProcess.metrics()]
    response.set('Cache-Control', 'no-store').type(services.metrics.contentType).send(texts.join('\n'))
  })
  return router
}

function createFilling(services: Services): () => Promise<void> {
  const registers = [services.metrics]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const stored = Object.entries(storedFigures).map(([name, help]) => ({
    name: name as StoredFigure,
    gauge: gauge(name, help)
  }))
  const isUp = gauge('doubloon_database_up', '1 while the database answers in time.')
  const canDraw = gauge('doubloon_renderer_up', '1 while a page can be drawn.')
  const failing = gauge('doubloon_pages_failing', 'Pages that could not be written when last tried.')
  const disks = new Gauge({
    name: 'doubloon_disk_free_share',
    help: 'What is free of the disk of a folder, from 0 to 1.',
    labelNames: ['folder'],
    registers
  })

  return async () => {
    const [figures, drawing, spaces] = await Promise.all([
      readInTime(readFigures(services)),
      readInTime(probeRenderer(services)),
      readInTime(services.readDisks())
    ])
    isUp.set(figures === null ? 0 : 1)
    for (const { name, gauge } of stored) setOrRemove(gauge, figures?.[name])
    canDraw.set(drawing?.status === 'ok' ? 1 : 0)
    failing.set(services.publisher.countFailing())
    disks.reset()
    for (const { folders, freeShare } of spaces ?? [])
      for (const { variable } of folders) disks.set({ folder: variable }, freeShare)
  }
}

function readInTime<Value>(work: Promise<Value>): Promise<Value | null> {
  return within(longestReadMs, work).catch(() => null)
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
