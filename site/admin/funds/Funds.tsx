import { useState } from 'react'
import { type ManagedFund, readFunds, saveHomeFunds } from '../../../admin-api/contract/funds.ts'
import { rocCsvColumns } from '../../../admin-api/contract/return-of-capital.ts'
import { type RocEntry, writeReturnOfCapital } from '../../../admin-api/contract/return-of-capital-entry.ts'
import { type FundState, fundStates } from '../../../admin-api/contract/vocabulary.ts'
import { readCsv } from '../../lib/csv.ts'
import { readNumber } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, TextArea } from '../../ui/Field.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { optionsOf } from '../code-words.ts'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { useLoadedList } from '../list-query.ts'
import { AddFund } from './AddFund.tsx'
import { ChangeFund } from './ChangeFund.tsx'
import { FamilyForm } from './FamilyForm.tsx'
import { FundsTable } from './FundsTable.tsx'

const refreshEveryMs = 60_000

const rules = { initial: { ticker: '', state: '' as FundState | '' } }

function passes(fund: ManagedFund, { ticker, state }: typeof rules.initial): boolean {
  return fund.symbol.startsWith(ticker) && (state === '' || fund.state === state)
}

/** All funds with their state and newest figures. Dialogs add and change funds. */
export function Funds() {
  const query = useAdminQuery(readFunds, {}, refreshEveryMs)
  const { value } = query
  const list = useLoadedList(rules, value?.funds ?? [], passes)
  /** Name of the open dialog. */
  const [opened, setOpened] = useState<string | null>(null)
  const [changed, setChanged] = useState<ManagedFund | null>(null)
  const close = () => setOpened(null)

  const dialogs = [
    {
      name: 'Add a Fund',
      title: 'Add a fund',
      content: (
        <AddFund
          canAdd={value?.can_add ?? true}
          families={value?.families ?? []}
          issuers={value?.issuers ?? []}
          onDone={close}
        />
      )
    },
    { name: 'Families', title: 'Families', content: <FamilyForm onDone={close} /> },
    {
      name: 'Home Page',
      title: 'Funds on the home page',
      content: <HomeFunds symbols={value?.home_funds ?? []} onDone={close} />
    },
    { name: 'Return of Capital', title: 'Return of capital', content: <ReturnOfCapital onDone={close} /> }
  ]
  const dialog = dialogs.find(({ name }) => name === opened)

  return (
    <AdminSection
      titleId="funds-title"
      title="Funds"
      tools={dialogs.map(({ name }) => (
        <Button key={name} variant="chip" onClick={() => setOpened(name)}>
          {name}
        </Button>
      ))}
      query={query}
    >
      <Filters legend="Filter funds" list={list}>
        <TickerFilter label="Fund symbol" />
        <ChoiceFilter name="state" label="State" options={optionsOf(fundStates)} />
      </Filters>
      {value !== null && (
        <>
          <p className="above-3 tabular muted text-xs" role="status">
            {list.shown.length} of {value.funds.length} funds
          </p>
          <FundsTable funds={list.rowsOfPage} onChange={setChanged} />
          <Pager label="Fund pages" {...list} />
        </>
      )}
      <Dialog isOpen={dialog !== undefined} title={dialog?.title ?? ''} onClose={close}>
        {dialog?.content}
      </Dialog>
      <Dialog isOpen={changed !== null} title={`Change ${changed?.symbol}`} onClose={() => setChanged(null)}>
        {changed !== null && <ChangeFund fund={changed} onDone={() => setChanged(null)} />}
      </Dialog>
    </AdminSection>
  )
}

function HomeFunds({ symbols, onDone }: { symbols: readonly string[]; onDone: () => void }) {
  const form = useForm(saveHomeFunds, {
    read: (textOf) => ({
      tickers:
        textOf('tickers')
          .toUpperCase()
          .match(/[A-Z]+/g) ?? []
    }),
    doneTitle: 'Home Page Changed',
    onDone
  })
  return (
    <AdminForm form={form} submit="Save List" onCancel={onDone}>
      <p>
        The home page lists these funds first, in this order, then all others by issuer. Leave empty to
        restore the usual list.
      </p>
      <Field name="tickers" label="Symbols" defaultValue={symbols.join(' ')} spellCheck={false} />
    </AdminForm>
  )
}

/** Form for reported return of capital: CSV lines with the columns of data/roc.csv. */
function ReturnOfCapital({ onDone }: { onDone: () => void }) {
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
