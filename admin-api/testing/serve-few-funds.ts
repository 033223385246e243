// A child process for the crash test: the real service, which fills its new database with few funds, until it is ended.

import { openService } from '../open-service.ts'
import { listen } from '../platform/http/listen.ts'
import { fewMayFacts } from './may-facts.ts'

const service = await openService(process.env, { facts: fewMayFacts })
const { url } = await listen(service.app, service.config)
service.publisher.start()
service.pictures.start()
process.stdout.write(`Doubloon is ready at ${url}\n`)
