// A child process for tests: the real service, which fills its new database with two funds or with those
// that TEST_FUNDS names ('MSTY,QQQT'), until it is killed.

import { openService } from '../open-service.ts'
import { listen } from '../platform/http/listen.ts'
import { fewMayFacts, pickJulyFacts } from './may-facts.ts'

const funds = process.env['TEST_FUNDS']
const facts = funds === undefined ? fewMayFacts : pickJulyFacts(funds.split(','))
const service = await openService(process.env, { facts })
const { url } = await listen(service.app, service.config)
service.publisher.start()
service.pictures.start()
process.stdout.write(`Doubloon is ready at ${url}\n`)
