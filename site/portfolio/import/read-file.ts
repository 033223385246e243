import { readCsv } from '../../lib/csv.ts'
import {
  type FileAnswers,
  type FileQuestion,
  type FileReading,
  type FileRow,
  importedKinds,
  type ReadOptions
} from './file-reading.ts'
import { brokers } from './formats/brokers.ts'
import { brokersWithCodes } from './formats/brokers-with-codes.ts'
import { brokersWithSentences } from './formats/brokers-with-sentences.ts'
import { doubloon } from './formats/doubloon.ts'
import { interactiveBrokers, readFlexXml } from './formats/interactive-brokers.ts'
import { ofxToXml, readOfx } from './formats/ofx.ts'
import { readGhostfolio, trackers } from './formats/trackers.ts'

/** Formats with rows. The first that recognizes a file reads it. */
const tableFormats = [
  ...brokersWithSentences,
  ...brokers,
  ...brokersWithCodes,
  ...interactiveBrokers,
  ...trackers,
  doubloon
]

/** `fault`: a sentence on why nothing can be imported. `question`: what the visitor has to say first. */
export type FileResult =
  | { ok: true; reading: FileReading }
  | { ok: false; fault: string; question?: FileQuestion }

/** Reads a file of any known format. The parsers are loaded on first use. */
export async function readFile(
  bytes: Uint8Array,
  answers: FileAnswers = {},
  onProgress: (share: number) => void = () => {}
): Promise<FileResult> {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') return { ok: false, fault: 'This file is empty.' }
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return readJson(text, { answers, onProgress })
  const ofx = ofxToXml(text)
  if (ofx !== null || /^<\?xml|^<Flex/.test(start)) return readXml(ofx ?? text, { answers, onProgress })
  return readTable(text, { answers, onProgress })
}

function readJson(text: string, options: ReadOptions): FileResult {
  try {
    const reading = readGhostfolio(JSON.parse(text), options)
    if (reading !== null) return resultOf(reading)
  } catch {
    return { ok: false, fault: 'This file is incomplete or damaged: it isn’t valid JSON.' }
  }
  return unknownFile
}

async function readXml(text: string, options: ReadOptions): Promise<FileResult> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (XMLValidator.validate(text) !== true)
    return { ok: false, fault: 'This file is incomplete or damaged: its tags don’t match.' }
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    // Entities are a way to make a small file huge.
    processEntities: false
  })
  const root: unknown = parser.parse(text)
  const reading = readFlexXml(root, options) ?? readOfx(root, options)
  return reading === null ? unknownFile : resultOf(reading)
}

function readTable(text: string, options: ReadOptions): FileResult {
  const delimiter = delimiterOf(text)
  const rows = readCsv(text, delimiter).map((row): FileRow => {
    return row.end === 'in quotes'
      ? { ...row, fault: 'The quotes of this row don’t match, or the file ends in it. Export it again.' }
      : row
  })
  const format = tableFormats.find(({ recognizes }) => recognizes(rows))
  return format === undefined ? unknownFile : resultOf(format.read(rows, { ...options, delimiter }))
}

function resultOf(reading: FileReading): FileResult {
  const { format, question, transactions, reversals = [], skipped, problems } = reading
  if (question !== undefined) return { ok: false, fault: question.text, question }
  if (transactions.length + reversals.length + skipped.size + problems.length === 0)
    return {
      ok: false,
      fault: `This is a file of ${format}, but it has no transactions that can be imported. Export the history of the account, with its trades.`
    }
  return { ok: true, reading }
}

const unknownFile: FileResult = {
  ok: false,
  fault: `My Fleet doesn’t recognize this file’s format, so nothing was imported. It reads exports of ${importedKinds}, our own CSV, and lists of purchases whose columns are symbol, shares, date and price.`
}

/** The most frequent separator of the first lines; titles have none. */
function delimiterOf(text: string): string {
  const head = text
    .split(/\r\n|\n|\r/, 40)
    .join('\n')
    .replace(/"[^"]*"/g, '')
  const counts = ['\t', ';', ','].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark
}

/** Brokers write UTF-8 with or without a byte order mark, UTF-16 (Excel's Unicode text) or Windows-1252. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a byte order mark, every other byte of plain text in UTF-16 is zero.
  const start = bytes.subarray(0, 200)
  const zeros = start.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros > start.length / 4) return first === 0 ? 'utf-16be' : 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
