//! The tables of the games as this program knows them, and what tells whether two of them hold the same.

use sha2::{Digest as _, Sha256};

use crate::StoreError;
use crate::db::{Connection, Kind, Param, params};
use crate::move_database::{MovedTable, empty};

/// The tables, each after those to which its rows point.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) tables: Vec<Table>,
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, Kind)>,
    /// The columns that tell its rows apart: those of its key, or all of them.
    key: Vec<usize>,
    /// The tables to which its rows point.
    points_to: Vec<String>,
}

impl Shape {
    /// Reads it from a new database that all migrations have made, so that no table is left out.
    pub(crate) async fn newest() -> Result<Shape, StoreError> {
        let mut made = empty().await?;
        let sql = "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name";
        let mut found = Vec::new();
        for row in made.fetch(sql, params![]).await? {
            found.push(table(&mut made, row.get("name")?).await?);
        }
        made.close().await?;
        let mut tables: Vec<Table> = Vec::new();
        while !found.is_empty() {
            let known: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
            let stands = |table: &Table| table.points_to.iter().all(|to| *to == table.name || known.contains(to));
            let (next, rest): (Vec<Table>, Vec<Table>) = found.into_iter().partition(stands);
            if next.is_empty() {
                return Err(StoreError::Schema(format!("{} and others point at each other", rest[0].name)));
            }
            tables.extend(next);
            found = rest;
        }
        Ok(Shape { tables })
    }
}

async fn table(made: &mut Connection, name: String) -> Result<Table, StoreError> {
    let sql = "select name, lower(type) as type, pk from pragma_table_info($1) order by cid";
    let (mut columns, mut key) = (Vec::new(), Vec::new());
    for row in made.fetch(sql, params![&name]).await? {
        let (column, of, place): (String, String, i64) = (row.get("name")?, row.get("type")?, row.get("pk")?);
        if place > 0 {
            key.push((place, columns.len()));
        }
        let kind = match of.as_str() {
            "bigint" => Kind::Int,
            "text" => Kind::Text,
            _ => return Err(StoreError::Schema(format!("{name}.{column} is a {of}"))),
        };
        columns.push((column, kind));
    }
    key.sort_unstable();
    let mut key: Vec<usize> = key.into_iter().map(|(_, column)| column).collect();
    if key.is_empty() {
        key = (0..columns.len()).collect();
    }
    let sql = "select distinct \"table\" as name from pragma_foreign_key_list($1)";
    let rows = made.fetch(sql, params![&name]).await?;
    let points_to = rows.iter().map(|row| row.get("name")).collect::<Result<_, _>>()?;
    Ok(Table { name, columns, key, points_to })
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

impl Table {
    pub(crate) fn quoted(&self) -> String {
        quoted(&self.name)
    }

    pub(crate) fn kinds(&self) -> Vec<Kind> {
        self.columns.iter().map(|(_, kind)| *kind).collect()
    }

    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| quoted(name)).collect::<Vec<_>>().join(", ")
    }

    /// Reads all rows in an order that is the same in every database: PostgreSQL would sort texts as its locale has it.
    pub(crate) fn select(&self, from: &Connection) -> String {
        let by = |&column: &usize| {
            let (name, kind) = &self.columns[column];
            let bytes = if *kind == Kind::Text { from.by_bytes() } else { "" };
            format!("{}{bytes} nulls first", quoted(name))
        };
        let order = self.key.iter().map(by).collect::<Vec<_>>().join(", ");
        format!("select {} from {} order by {order}", self.names(), self.quoted())
    }

    /// Writes so many rows.
    pub(crate) fn insert(&self, rows: usize) -> String {
        let wide = self.columns.len();
        let row = |row: usize| {
            let values: Vec<String> = (1..=wide).map(|column| format!("${}", row * wide + column)).collect();
            format!("({})", values.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!("insert into {} ({}) values {}", self.quoted(), self.names(), rows.join(", "))
    }
}

/// Adds up what rows hold. Each value says its kind, a text its length too, so that no two tables have the same by accident.
#[derive(Default)]
pub(crate) struct Digest {
    rows: u64,
    sha: Sha256,
}

impl Digest {
    pub(crate) fn add(&mut self, row: &[Param]) {
        self.rows += 1;
        for value in row {
            match value {
                Param::Int(None) | Param::Text(None) => self.sha.update([0]),
                Param::Int(Some(value)) => {
                    self.sha.update([1]);
                    self.sha.update(value.to_be_bytes());
                }
                Param::Text(Some(value)) => {
                    self.sha.update([2]);
                    self.sha.update((value.len() as u64).to_be_bytes());
                    self.sha.update(value.as_bytes());
                }
            }
        }
    }

    pub(crate) fn of(self, table: &Table) -> MovedTable {
        let digest = data_encoding::HEXLOWER.encode(&self.sha.finalize());
        MovedTable { name: table.name.clone(), rows: self.rows, digest }
    }
}
