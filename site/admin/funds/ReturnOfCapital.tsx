import { rocCsvColumns } from '../../../admin-api/contract/return-of-capital.ts'
import { type RocEntry, writeReturnOfCapital } from '../../../admin-api/contract/return-of-capital-entry.ts'
import { readCsv } from '../../lib/csv.ts'
import { readNumber } from '../../lib/format.ts'
import { useForm } from '../../login/use-form.ts'
import { Field, TextArea } from '../../ui/Field.tsx'
import { AdminForm } from '../AdminForm.tsx'

/** Form for reported return of capital: CSV lines with the columns of data/roc.csv. */
export function ReturnOfCapital({ onDone }: { onDone: () => void }) {
  const form = useForm(writeReturnOfCapital, {
    read: (textOf) => ({ rows: readRocCsv(textOf('csv')) }),
    doneTitle: 'Figures Saved',
    onDone
  })
  return (
    <AdminForm form={form} className="form-part" submit="Save Figures" onCancel={onDone}>
      <Field
        name="csv"
        label={`CSV lines: ${rocCsvColumns.join(', ')}`}
        hint="Such as MSTY,2025,final,41.5,https://issuer.com/8937.pdf, or with an ex-date and 19a. An empty percent removes the figure."
      >
        <TextArea rows={5} spellCheck={false} />
      </Field>
    </AdminForm>
  )
}

/** Parses CSV lines, with or without a header; the contract validates the values, and errors name the row. */
function readRocCsv(text: string): Record<keyof RocEntry, unknown>[] {
  return readCsv(text)
    .map(({ cells }) => cells.map((cell) => cell.trim()))
    .filter(([first]) => first?.toLowerCase() !== 'symbol')
    .map(([symbol = '', ex_date_or_year = '', kind = '', percent = '', source = '']) => ({
      symbol: symbol.toUpperCase(),
      ex_date_or_year,
      kind,
      roc_percent: percent === '' ? null : readNumber(percent.replace(/\s*%$/, '')),
      source
    }))
}
