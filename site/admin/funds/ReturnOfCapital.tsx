import { rocCsvColumns } from '../../../admin-api/contract/return-of-capital.ts'
import { type RocEntry, writeReturnOfCapital } from '../../../admin-api/contract/return-of-capital-entry.ts'
import { readCsv } from '../../lib/csv.ts'
import { readNumber } from '../../lib/format.ts'
import { useForm } from '../../login/use-form.ts'
import { Amount, Field, Select, TextArea } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { SymbolField } from '../Filters.tsx'

/** Forms for reported return of capital: one figure, or CSV lines with the columns of data/roc.csv. */
export function ReturnOfCapital({ onDone }: { onDone: () => void }) {
  const figure = useForm(writeReturnOfCapital, {
    read: (textOf) => ({ rows: [toEntry(rocCsvColumns.map(textOf))] }),
    doneTitle: 'Figure Saved',
    onDone
  })
  const lines = useForm(writeReturnOfCapital, {
    read: (textOf) => ({ rows: readRocCsv(textOf('csv')) }),
    doneTitle: 'Figures Saved',
    onDone
  })
  return (
    <>
      <Form
        form={figure}
        className="form-part stack gap-3"
        actions={
          <FormActions isDialog onCancel={onDone}>
            Save Figure
          </FormActions>
        }
      >
        <SymbolField name="symbol" label="Fund" />
        <Select
          name="kind"
          label="Kind"
          options={[
            ['19a', '19a notice'],
            ['final', 'Final figure of a year']
          ]}
        />
        <Field
          name="ex_date_or_year"
          label="Ex-date (YYYY-MM-DD) or year"
          maxLength={10}
          autoComplete="off"
        />
        <Amount name="roc_percent" label="Percent (empty: remove)" />
        <Field name="source" label="Address of the source" type="url" />
      </Form>
      <Form
        form={lines}
        className="form-part stack gap-3"
        actions={
          <FormActions isDialog onCancel={onDone}>
            Save All Lines
          </FormActions>
        }
      >
        <Field name="csv" label={`CSV lines: ${rocCsvColumns.join(', ')}`}>
          <TextArea rows={5} spellCheck={false} />
        </Field>
      </Form>
    </>
  )
}

/** Parses CSV lines, with or without a header; the contract validates the values, and errors name the row. */
function readRocCsv(text: string): Record<keyof RocEntry, unknown>[] {
  return readCsv(text)
    .map(({ cells }) => cells)
    .filter(([first]) => first?.toLowerCase() !== 'symbol')
    .map(toEntry)
}

function toEntry(cells: readonly string[]): Record<keyof RocEntry, unknown> {
  const [symbol = '', when = '', kind = '', percent = '', source = ''] = cells.map((cell) => cell.trim())
  return {
    symbol: symbol.toUpperCase(),
    ex_date_or_year: when,
    kind,
    roc_percent: percent === '' ? null : readNumber(percent.replace(/\s*%$/, '')),
    source
  }
}
