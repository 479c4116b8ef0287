//! The columns of answers that a query asks for, so that the others need not be written.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{Expr, LogicalPlan, ScalarUDF};
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};

use crate::function::Function;

/// The columns of a verb's answer that are asked for. The others are NULL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Asked {
    All,
    Only(BTreeSet<String>),
}

impl Default for Asked {
    fn default() -> Self {
        Self::Only(BTreeSet::new())
    }
}

impl Asked {
    pub(crate) fn has(&self, column: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(columns) => columns.contains(column),
        }
    }

    fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Only(columns), Self::Only(others)) => columns.extend(others.iter().cloned()),
            _ => *self = Self::All,
        }
    }
}

/// A rule of the optimizer that leaves out the columns of answers that no part of a query asks for, such as the body where
/// only `e['words']` is read. A session works without it too, and writes them all.
///
/// ```
/// use std::sync::Arc;
///
/// use datafusion::prelude::SessionContext;
///
/// let context = SessionContext::new();
/// context.add_optimizer_rule(Arc::new(calendiff_datafusion::AskedColumns));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AskedColumns;

impl OptimizerRule for AskedColumns {
    fn name(&self) -> &'static str {
        "calendiff_asked_columns"
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        _: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        let asked = Uses::of(&plan)?.asked();
        if asked.is_empty() {
            return Ok(Transformed::no(plan));
        }
        // From the outside in, since the arguments of a call are a part of the key that it is found by.
        let narrow = |expr: Expr| match asked.get(&expr) {
            Some(asked) => Ok(narrowed(expr, asked)),
            None => Ok(Transformed::no(expr)),
        };
        plan.transform_down_with_subqueries(|node| {
            node.map_expressions(|expr| expr.transform_down(narrow))
        })
    }
}

fn narrowed(expr: Expr, asked: &Asked) -> Transformed<Expr> {
    let Expr::ScalarFunction(ScalarFunction { func, args }) = expr else {
        return Transformed::no(expr);
    };
    match verb(&func).filter(|verb| verb.asked != *asked) {
        Some(verb) => {
            let func = Arc::new(ScalarUDF::new_from_impl(verb.narrowed(asked.clone())));
            Transformed::yes(Expr::ScalarFunction(ScalarFunction { func, args }))
        }
        None => Transformed::no(Expr::ScalarFunction(ScalarFunction { func, args })),
    }
}

fn verb(function: &ScalarUDF) -> Option<&Function> {
    function
        .inner()
        .downcast_ref::<Function>()
        .filter(|function| function.has_columns())
}

/// The uses of answers in a plan. Columns are told apart by their names alone: of two that have one name, each is asked for
/// what the other is.
#[derive(Default)]
struct Uses {
    columns: HashMap<String, Asked>,
    /// The calls, each with what is asked of it where it stands, and the names that projections give to it.
    calls: HashMap<Expr, (Asked, Vec<String>)>,
}

impl Uses {
    fn of(plan: &LogicalPlan) -> Result<Self> {
        let mut uses = Self::default();
        uses.all_of(plan.schema());
        plan.apply_with_subqueries(|node| {
            uses.node(node)?;
            Ok(TreeNodeRecursion::Continue)
        })?;
        Ok(uses)
    }

    /// Returns what is asked of each call.
    fn asked(mut self) -> HashMap<Expr, Asked> {
        let calls = std::mem::take(&mut self.calls).into_iter();
        let asked = calls.map(|(call, (mut asked, names))| {
            names
                .iter()
                .filter_map(|name| self.columns.get(name))
                .for_each(|column| asked.add(column));
            (call, asked)
        });
        asked.collect()
    }

    fn node(&mut self, node: &LogicalPlan) -> Result<()> {
        use LogicalPlan as Node;
        match node {
            Node::Projection(projection) => {
                let columns = projection.expr.iter().zip(projection.schema.fields());
                return columns
                    .into_iter()
                    .try_for_each(|(expr, field)| self.expr(expr, Some(field.name())));
            }
            Node::Unnest(unnest) => unnest
                .exec_columns
                .iter()
                .for_each(|column| self.all(column.name())),
            Node::Filter(_)
            | Node::Window(_)
            | Node::Aggregate(_)
            | Node::Sort(_)
            | Node::Join(_)
            | Node::Repartition(_)
            | Node::SubqueryAlias(_)
            | Node::Limit(_)
            | Node::TableScan(_) => {}
            // Others may read all that they are given.
            _ => node
                .inputs()
                .into_iter()
                .for_each(|input| self.all_of(input.schema())),
        }
        node.apply_expressions(|expr| self.expr(expr, None).map(|()| TreeNodeRecursion::Continue))?;
        Ok(())
    }

    fn all_of(&mut self, schema: &DFSchema) {
        schema
            .fields()
            .iter()
            .for_each(|field| self.all(field.name()));
    }

    fn all(&mut self, column: &str) {
        self.columns.insert(column.to_owned(), Asked::All);
    }

    /// Reads an expression. `name` is that of the column that it is, if it is the whole of one.
    fn expr(&mut self, expr: &Expr, name: Option<&str>) -> Result<()> {
        match expr {
            Expr::Alias(alias) => return self.expr(&alias.expr, name),
            Expr::Column(column) | Expr::OuterReferenceColumn(_, column) => self.all(column.name()),
            Expr::ScalarFunction(call) if verb(&call.func).is_some() => {
                let (asked, names) = self.calls.entry(expr.clone()).or_default();
                match name {
                    Some(name) => names.push(name.to_owned()),
                    None => *asked = Asked::All,
                }
                return call
                    .args
                    .iter()
                    .try_for_each(|argument| self.expr(argument, None));
            }
            Expr::ScalarFunction(access) => match field_of(access) {
                Some((Expr::Column(column), field)) => {
                    self.columns
                        .entry(column.name().to_owned())
                        .or_default()
                        .add(&field);
                    return Ok(());
                }
                Some((base @ Expr::ScalarFunction(call), field)) if verb(&call.func).is_some() => {
                    self.calls.entry(base.clone()).or_default().0.add(&field);
                    return call
                        .args
                        .iter()
                        .try_for_each(|argument| self.expr(argument, None));
                }
                _ => {}
            },
            _ => {}
        }
        expr.apply_children(|child| self.expr(child, None).map(|()| TreeNodeRecursion::Continue))?;
        Ok(())
    }
}

/// Returns the base and the field of `base['field']`.
fn field_of(access: &ScalarFunction) -> Option<(&Expr, Asked)> {
    match &access.args[..] {
        [base, Expr::Literal(field, _), ..] if access.func.name() == "get_field" => {
            let field = field.try_as_str().flatten()?;
            Some((base, Asked::Only(BTreeSet::from([field.to_owned()]))))
        }
        _ => None,
    }
}
