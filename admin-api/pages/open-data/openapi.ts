import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { ErrorBody } from '../../contract/errors.ts'
import { dataLicense, dataTerms, dataUnits } from '../../contract/open-data.ts'
import type { CsvFile } from './csv-tables.ts'
import { csvFiles, dataFiles, type JsonOperation, publicCalls } from './public-calls.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }

const json = 'application/json'

/**
 * OpenAPI 3.1 description of the public API, generated from the contract. Response objects allow no additional
 * fields, so a test finds any undescribed one.
 */
export function describeApi(): Schema {
  const operations = [
    ...dataFiles.map((operation) => describeJson(operation, 'Data files')),
    ...csvFiles.map(describeCsv),
    ...publicCalls.map((operation) => describeJson(operation, 'Calls'))
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doubloon',
      version: '1',
      summary: 'The next distribution of option-income ETFs: estimates, payments, prices',
      license: { name: 'CC BY 4.0', identifier: dataLicense },
      description: `${dataTerms}\n\n${dataUnits}\n\nNew fields may be added; none is renamed or removed within a version.`
    },
    // No public operation needs a key.
    security: [],
    tags: [
      { name: 'Data files', description: 'Plain files, written when their figures change' },
      { name: 'Calls', description: '300 a minute and address; not to be called from other sites’ pages' }
    ],
    paths: Object.fromEntries(operations)
  }
}

function describeJson({ endpoint, summary, description }: JsonOperation, tag: string): [string, Schema] {
  const { method, path } = endpoint
  const input = toSchema(endpoint.input, 'input')
  const inPath = namesInPath(path)
  const answer = {
    content: { [endpoint.mediaType ?? json]: { schema: toSchema(endpoint.output, 'output') } }
  }
  const canBeDown = endpoint.statusOf !== undefined
  const operation = {
    operationId: idOf(path),
    summary,
    description,
    tags: [tag],
    ...(method === 'GET'
      ? { parameters: toParameters(input, inPath) }
      : { requestBody: { required: true, content: { [json]: { schema: input } } } }),
    responses: {
      [endpoint.success ?? 200]: { description: summary, ...answer },
      ...(canBeDown && { 503: { description: 'It can’t serve', ...answer } }),
      ...(path.startsWith('/api/')
        ? {
            '4XX': { description: 'Refused; the message says why', ...refusal },
            default: { description: 'Failed; the message says what to do', ...refusal }
          }
        : { 404: { description: 'There is no such file' } })
    }
  }
  return [toTemplate(path), { [method.toLowerCase()]: operation }]
}

const refusal = { content: { [json]: { schema: toSchema(ErrorBody, 'output') } } }

function describeCsv({ path, summary, columns, description = '' }: CsvFile): [string, Schema] {
  const parameters = namesInPath(path).map(
    (name): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  )
  const operation = {
    operationId: idOf(path),
    summary,
    description:
      `A header and the columns ${columns.join(', ')}; unknown values are empty. ${description}`.trim(),
    tags: ['Data files'],
    parameters,
    responses: {
      200: { description: summary, content: { 'text/csv': { schema: { type: 'string' } } } },
      404: { description: 'There is no such file' }
    }
  }
  return [toTemplate(path), { get: operation }]
}

function toParameters(input: Schema, inPath: readonly string[]): Parameter[] {
  const properties = Object.entries(input['properties'] ?? {})
  const required: unknown = input['required'] ?? []
  return properties.map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || (Array.isArray(required) && required.includes(name)),
    schema
  }))
}

function toSchema(schema: ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, '~standard': __, ...described } = toJSONSchema(schema, { io })
  return described
}

/** '/data/:ticker-payments.csv' -> '/data/{ticker}-payments.csv' */
function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function namesInPath(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** '/api/stock/search' -> 'stock-search' */
function idOf(path: string): string {
  return path
    .replace(/^\/(?:api\/)?/, '')
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/-$/, '')
}
