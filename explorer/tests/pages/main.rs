//! Pages, the site, citations and the server, over a small catalog of plain models.

mod cite;
mod page;
mod server;
mod site;
mod stepping;
mod toy;
