// A child process for the crash test: the real service, which fills its new database with few funds, until it is ended.
import { listen } from '../platform/http/listen.ts'
import { openService } from '../open-service.ts'
import { fewFigures } from './figures-of-may.ts'

const service = await openService(process.env, { facts: fewFigures })
const { url } = await listen(service.app, service.config)
service.publisher.start()
service.pictures.start()
process.stdout.write(`Doubloon is ready at ${url}\n`)
