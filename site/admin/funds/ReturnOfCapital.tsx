import { type RocEntry, writeReturnOfCapital } from '../../../admin-api/contract/return-of-capital-entry.ts'
import { readCsv } from '../../lib/csv.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { ChoiceField, InputField } from '../fields.tsx'
import { FundForm, SymbolField } from './FundForm.tsx'

const kinds = ['19a', 'final'] as const

/** Forms for reported return of capital: one figure, or CSV lines with the columns of data/roc.csv. */
export function ReturnOfCapital({ onDone }: { onDone: () => void }) {
  return (
    <>
      <FundForm
        className="fund-form--part"
        doneTitle="Figure Saved"
        call={(text) =>
          callAdmin(writeReturnOfCapital, {
            rows: [toEntry([text('symbol'), text('when'), text('kind'), text('percent'), text('source')])]
          })
        }
        onDone={onDone}
        buttons={{ text: 'Save Figure' }}
      >
        <SymbolField name="symbol" label="Fund" />
        <ChoiceField
          label="Kind"
          name="kind"
          options={kinds}
          nameOf={(kind) => (kind === '19a' ? '19a notice' : 'Final figure of a year')}
        />
        <InputField label="Ex-date (YYYY-MM-DD) or year" name="when" maxLength={10} autoComplete="off" />
        <InputField label="Percent (empty: remove)" name="percent" inputMode="decimal" autoComplete="off" />
        <InputField label="Address of the source" name="source" type="url" maxLength={500} />
      </FundForm>
      <FundForm
        className="fund-form--part"
        doneTitle="Figures Saved"
        call={(text) => callAdmin(writeReturnOfCapital, { rows: readRocCsv(text('csv')) })}
        onDone={onDone}
        buttons={{ text: 'Save All Lines' }}
      >
        <label className="field">
          <span className="field__label">CSV lines: symbol, ex_date_or_year, kind, roc_percent, source</span>
          <textarea className="field__control" name="csv" rows={5} spellCheck={false} />
        </label>
      </FundForm>
    </>
  )
}

/** Parses CSV lines, with or without a header; the server validates the values and names a wrong row. */
function readRocCsv(text: string): RocEntry[] {
  return readCsv(text)
    .map(({ cells }) => cells)
    .filter(([first]) => first?.toLowerCase() !== 'symbol')
    .map(toEntry)
}

function toEntry([
  symbol = '',
  when = '',
  kind = '',
  percent = '',
  source = ''
]: readonly string[]): RocEntry {
  return {
    symbol: symbol.trim().toUpperCase(),
    ex_date_or_year: when.trim(),
    kind: kind.trim() as RocEntry['kind'],
    roc_percent: percent.trim() === '' ? null : Number(percent.replace('%', '')),
    source: source.trim()
  }
}
