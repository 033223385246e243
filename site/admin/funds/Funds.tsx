import { useState } from 'react'
import { type ManagedFund, readFunds, saveHomeFunds } from '../../../admin-api/contract/funds.ts'
import { type FundState, fundStates } from '../../../admin-api/contract/vocabulary.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { countPages, type ListRules, useFilters } from '../list-query.ts'
import { AddFund } from './AddFund.tsx'
import { ChangeFund } from './ChangeFund.tsx'
import { FamilyForm } from './FamilyForm.tsx'
import { FundsTable, stateNames } from './FundsTable.tsx'
import { ReturnOfCapital } from './ReturnOfCapital.tsx'

const refreshEveryMs = 60_000
/** Rows per page: few enough for a phone. */
const pageSize = 25

type FundFilters = { ticker: string; state: FundState | '' }

const rules: ListRules<FundFilters> = { initial: { ticker: '', state: '' } }

type OpenDialog =
  | { kind: 'add' | 'families' | 'home' | 'return-of-capital' }
  | { kind: 'change'; fund: ManagedFund }

/** All funds with their state and newest figures. Dialogs add and change funds. */
export function Funds() {
  const query = useAdminQuery(readFunds, {}, refreshEveryMs)
  const { value } = query
  const filterState = useFilters(rules)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const { filters, page, dispatch } = filterState
  const { ticker, state } = filters
  const shown = value?.funds.filter(
    (fund) => fund.symbol.startsWith(ticker) && (state === '' || fund.state === state)
  )

  return (
    <AdminSection
      titleId="funds-title"
      title="Funds"
      tools={
        <>
          <Button variant="chip" onClick={() => setOpen({ kind: 'add' })}>
            Add a Fund
          </Button>
          <Button variant="chip" onClick={() => setOpen({ kind: 'families' })}>
            Families
          </Button>
          <Button variant="chip" onClick={() => setOpen({ kind: 'home' })}>
            Home Page
          </Button>
          <Button variant="chip" onClick={() => setOpen({ kind: 'return-of-capital' })}>
            Return of Capital
          </Button>
        </>
      }
      query={query}
    >
      <Filters legend="Filter funds" state={filterState}>
        <TickerFilter label="Fund symbol" state={filterState} />
        <ChoiceFilter
          label="State"
          options={fundStates.map((each) => [each, stateNames[each]])}
          value={state}
          onValue={(chosen) => filterState.choose({ state: chosen })}
        />
      </Filters>
      {value !== null && shown !== undefined && (
        <>
          <p className="above-3 tabular muted text-xs" role="status">
            {shown.length} of {value.funds.length} funds
          </p>
          <FundsTable
            funds={shown.slice((page - 1) * pageSize, page * pageSize)}
            onChange={(fund) => setOpen({ kind: 'change', fund })}
          />
          <Pager
            label="Fund pages"
            page={page}
            totalPages={countPages(shown.length, pageSize)}
            onPage={(to) => dispatch({ type: 'turned', page: to })}
          />
        </>
      )}
      <Dialog isOpen={open?.kind === 'add'} title="Add a fund" onClose={close}>
        <AddFund
          canAdd={value?.can_add ?? true}
          families={value?.families ?? []}
          issuers={value?.issuers ?? []}
          onDone={close}
        />
      </Dialog>
      <Dialog isOpen={open?.kind === 'families'} title="Families" onClose={close}>
        {open?.kind === 'families' && <FamilyForm onDone={close} />}
      </Dialog>
      <Dialog isOpen={open?.kind === 'home'} title="Funds on the home page" onClose={close}>
        <HomeFunds symbols={value?.home_funds ?? []} onDone={close} />
      </Dialog>
      <Dialog isOpen={open?.kind === 'return-of-capital'} title="Return of capital" onClose={close}>
        <ReturnOfCapital onDone={close} />
      </Dialog>
      <Dialog
        isOpen={open?.kind === 'change'}
        title={open?.kind === 'change' ? `Change ${open.fund.symbol}` : ''}
        onClose={close}
      >
        {open?.kind === 'change' && <ChangeFund fund={open.fund} onDone={close} />}
      </Dialog>
    </AdminSection>
  )
}

/** Chooses the funds that the home page lists first. */
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
    <Form
      form={form}
      className="stack gap-3"
      actions={
        <FormActions isDialog onCancel={onDone}>
          Save List
        </FormActions>
      }
    >
      <p>
        The home page lists these funds first, in this order, then all others by issuer. Leave empty to
        restore the usual list.
      </p>
      <Field name="tickers" label="Symbols" defaultValue={symbols.join(' ')} spellCheck={false} />
    </Form>
  )
}
