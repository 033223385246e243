// A child process for tests: the real service, which fills its new database with few funds or, with TEST_FUNDS=all,
// with all that tests use, until it is ended.

import { openService } from '../open-service.ts'
import { listen } from '../platform/http/listen.ts'
import { fewMayFacts, testFacts } from './may-facts.ts'

const facts = process.env['TEST_FUNDS'] === 'all' ? testFacts : fewMayFacts
const service = await openService(process.env, { facts })
const { url } = await listen(service.app, service.config)
service.publisher.start()
service.pictures.start()
process.stdout.write(`Doubloon is ready at ${url}\n`)
