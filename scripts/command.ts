import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { isDay } from '../admin-api/contract/days.ts'

type Option<Value> = {
  kind: 'flag' | 'text' | 'optional text' | 'positional'
  /** Represents the value in the usage text; empty for a flag. */
  placeholder: string
  help: string
  /**
   * @param label the option as typed, '--from'
   * @throws Error with one sentence that starts with the label
   */
  parse: (label: string, text: string | undefined) => Value
}

type Options = Readonly<Record<string, Option<unknown>>>

type OptionValues<List extends Options> = { [Name in keyof List]: ReturnType<List[Name]['parse']> }

export function flag(help: string): Option<boolean> {
  return { kind: 'flag', placeholder: '', help, parse: (_label, text) => text !== undefined }
}

export function text(placeholder: string, help: string): Option<string | undefined> {
  return value(placeholder, help, `a ${placeholder}`, (given) => given || null)
}

/** An option whose text may be left out: undefined without the option, '' without a text. */
export function optionalText(placeholder: string, help: string): Option<string | undefined> {
  return { kind: 'optional text', placeholder: `[${placeholder}]`, help, parse: (_label, given) => given }
}

/** A positional argument, at most one per command. */
export function positional(placeholder: string, help: string): Option<string | undefined> {
  return { ...text(placeholder, help), kind: 'positional' }
}

/** An ISO day that exists. */
export function day(help: string): Option<string | undefined> {
  return value('DAY', help, 'a day as YYYY-MM-DD', (given) => (isDay(given) ? given : null))
}

/** A ticker in any case; the value is in upper case. */
export function symbol(help: string): Option<string | undefined> {
  return value('SYMBOL', help, '1 to 5 letters', (given) =>
    /^[a-z]{1,5}$/i.test(given) ? given.toUpperCase() : null
  )
}

export function number(help: string): Option<number | undefined> {
  return value('NUMBER', help, 'a whole number', (given) => (/^\d{1,9}$/.test(given) ? Number(given) : null))
}

export function choice<const Name extends string>(
  names: readonly Name[],
  help: string
): Option<Name | undefined> {
  return value(
    'NAME',
    help,
    `one of ${names.join(', ')}`,
    (given) => names.find((name) => name === given) ?? null
  )
}

export function required<Value>(option: Option<Value | undefined>): Option<Value> {
  return { ...option, parse: (label, given) => option.parse(label, given ?? '') as Value }
}

function value<Value>(
  placeholder: string,
  help: string,
  need: string,
  read: (given: string) => Value | null
): Option<Value | undefined> {
  return {
    kind: 'text',
    placeholder,
    help,
    parse: (label, given) => {
      if (given === undefined) return undefined
      const found = read(given)
      if (found === null) throw new Error(`${label} needs ${need}, got ${given || 'nothing'}.`)
      return found
    }
  }
}

/** @throws Error with one sentence for an unknown option or a wrong value */
export function parseOptions<List extends Options>(
  options: List,
  args: readonly string[]
): OptionValues<List> {
  const entries = Object.entries(options)
  const named = entries.filter(([, { kind }]) => kind !== 'positional')
  const isOptional = (arg: string): boolean =>
    named.some(([name, { kind }]) => kind === 'optional text' && arg === `--${name}`)
  const { values, positionals } = parseArgs({
    // parseArgs has no option with or without a text, so one without gets an empty text.
    args: args.map((arg, i) => (isOptional(arg) && (args[i + 1] ?? '--').startsWith('--') ? `${arg}=` : arg)),
    allowPositionals: named.length < entries.length,
    options: Object.fromEntries(
      named.map(([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const)
    )
  })
  if (positionals.length > 1) throw new Error(`Only one argument is allowed, got ${positionals.join(' ')}.`)
  return Object.fromEntries(
    entries.map(([name, { kind, placeholder, parse }]) => {
      if (kind === 'positional') return [name, parse(placeholder, positionals[0])]
      const given = values[name]
      return [name, parse(`--${name}`, given === undefined ? undefined : String(given))]
    })
  ) as OptionValues<List>
}

/** 'npm run backtest -- [options]' and a line for each option. */
export function formatUsage(command: string, options: Options): string {
  const entries = Object.entries(options)
  const argument = entries.find(([, { kind }]) => kind === 'positional')?.[1].placeholder
  const hasOptions = entries.some(([, { kind }]) => kind !== 'positional')
  const given = [...(hasOptions ? ['[options]'] : []), ...(argument === undefined ? [] : [argument])]
  const lines = entries.map(([name, { kind, placeholder, help }]) => [
    `  ${kind === 'positional' ? placeholder : `--${name} ${placeholder}`.trimEnd()}`,
    help
  ])
  return [
    ['npm run', command, ...(given.length > 0 ? ['--', ...given] : [])].join(' '),
    ...alignColumns(lines, 2)
  ].join('\n')
}

/**
 * The options of the running command. `--help` prints what the command does (the comment at the top of its file) and
 * how to use it; a wrong option, or one that `check` throws an Error for, prints the error and how to use it, and
 * exits with code 1.
 */
export function readOptions<List extends Options>(
  options: List,
  check: (values: OptionValues<List>) => void = () => undefined
): OptionValues<List> {
  const [, file = '', ...args] = process.argv
  const usage = formatUsage(basename(file, '.ts'), options)
  if (args.includes('--help')) {
    console.log(`${readHeader(file)}\n\n${usage}`)
    process.exit()
  }
  try {
    const values = parseOptions(options, args)
    check(values)
    return values
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`)
    process.exit(1)
  }
}

/** The comment that a command's file starts with. */
function readHeader(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('//'))
    )
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}

/** For `.catch`: prints the error in one sentence and exits with code 1. */
export function exitWith(context: string): (error: unknown) => never {
  return (error) => {
    console.error(context + messageOf(error))
    process.exit(1)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Lines of a table for a terminal: the first `left` columns flush left, the others flush right. */
export function alignColumns(rows: readonly (readonly (string | number)[])[], left = 1): string[] {
  const cells = rows.map((row) => row.map(String))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0))
  )
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column < left ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  )
}
